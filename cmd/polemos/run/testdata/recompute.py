"""Every number that a run reports, computed again from its Parquet files by DuckDB.

    python3 recompute.py RUN...

RUN is the folder of a run that kept the turns of every game (--turns all). The formulas are written here from
their sources, not from the program. Ends with status 1 and every difference above 1e-9 if a number is another,
with 3 if a package is missing.
"""

import json
import math
import os
import sys
from fractions import Fraction
from statistics import NormalDist

try:
    import duckdb
    import numpy
except ImportError as missing:
    print(missing)
    sys.exit(3)

FEW = 300  # games, for which Student's quantile is computed to 1e-9
PERCENTS = (5, 10, 25, 50, 75, 90, 95)
different = 0
compared = 0


def same(what, reported, computed):
    """Numbers agree to 1e-9, relative above 1; everything else is equal."""
    global different, compared
    compared += 1
    if isinstance(reported, (int, float)) and isinstance(computed, (int, float)):
        if abs(reported - computed) <= 1e-9 * max(1, abs(computed)):
            return
    elif reported == computed:
        return
    different += 1
    if different <= 20:
        print(f"{what}: reported {str(reported)[:300]}, computed {str(computed)[:300]}")


def sql(query):
    return duckdb.sql(query).fetchall()


def t_quantile(z, df):
    """Student's quantile from the normal's (Fisher and Cornish 1960; Abramowitz and Stegun 26.7.5): for the
    thousands of games here the next term is below 1e-15."""
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + g1 / df + g2 / df**2 + g3 / df**3 + g4 / df**4


def wilson(k, n, z):
    """Wilson 1927: the p for which |k/n - p| = z sqrt(p (1-p) / n), in exact fractions up to the root."""
    zz = Fraction(z) ** 2
    middle, scale = k + zz / 2, n + zz
    half = z * math.sqrt(Fraction(k * (n - k), n) + zz / 4)
    low = 0.0 if k == 0 else float((middle - Fraction(half)) / scale)
    high = 1.0 if k == n else float((middle + Fraction(half)) / scale)
    return low, high


class Run:
    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "summary.json"), encoding="utf-8") as f:
            self.summary = json.load(f)
        self.games, self.wars, self.turns = (f"'{folder}/{t}/*.parquet'" for t in ("games", "wars", "turns"))
        self.curves = f"'{folder}/curves.parquet'"
        self.n = sql(f"SELECT count(*) FROM {self.games}")[0][0]
        self.z = -NormalDist().inv_cdf((1 - self.summary["confidence"]) / 2)
        self.t = t_quantile(self.z, self.n - 1)
        self.horizon = self.summary["scenario"]["turns"]
        self.measures = {}  # as summary.parquet spells them: (value, low, high)

    def measure(self, name, value, low=None, high=None):
        if value is not None:
            self.measures[name] = (value, value if low is None else low, value if high is None else high)

    def check(self):
        s = self.summary
        same("games", s["games"], self.n)
        same("games are 0 to N-1", sql(f"SELECT min(game), max(game), count(DISTINCT game) FROM {self.games}"),
             [(0, self.n - 1, self.n)])
        self.outcomes()
        self.game_length()
        self.war_lengths()
        self.finals()
        self.events()
        histograms = self.curve_histograms()
        self.curve_points(histograms)
        self.turn_rows(histograms)
        self.exemplars()
        self.summary_table()
        self.manifest()

    def outcomes(self):
        counts = dict(sql(f"SELECT outcome, count(*) FROM {self.games} GROUP BY outcome"))
        for o in self.summary["outcomes"]:
            k = counts.pop(o["name"], 0)
            low, high = wilson(k, self.n, self.z)
            same(f"outcome {o['name']}", [o["games"]], [k])
            for key, computed in ("odds", k / self.n), ("low", low), ("high", high):
                same(f"{key} of {o['name']}", o[key], computed)
            self.measure("odds." + o["name"], k / self.n, low, high)
            ended = dict(sql(f"SELECT turns, count(*) FROM {self.games} WHERE outcome = '{o['name']}' GROUP BY turns"))
            so_far = 0
            for p in o["by_turn"]:
                so_far += ended.get(p["turn"], 0)
                low, high = wilson(so_far, self.n, self.z)
                computed = {"games": ended.get(p["turn"], 0), "share": so_far / self.n, "low": low, "high": high}
                for key, value in computed.items():
                    same(f"{key} of {o['name']} by turn {p['turn']}", p[key], value)
            same(f"{o['name']} by its last turn", so_far, k)
        same("outcomes that are not reported", counts, {})

    def quantile(self, column, table, percent):
        """The smallest value v such that at least percent % of the values are at most v."""
        return sql(f"""
            WITH counted AS (SELECT {column} AS value, count(*) AS k FROM {table} GROUP BY value),
                 summed AS (SELECT value, sum(k) OVER (ORDER BY value) AS up_to, sum(k) OVER () AS n FROM counted)
            SELECT min(value) FROM summed WHERE 100 * up_to >= {percent} * n""")[0][0]

    def mean(self, column):
        """The mean over games with Student's interval inside the values that occur, and the standard deviation."""
        mean, sd = sql(f"SELECT avg({column}), stddev_samp({column}) FROM {self.games}")[0]
        half = self.t * sd / math.sqrt(self.n)
        least, most = sql(f"SELECT min({column}), max({column}) FROM {self.games}")[0]
        return mean, max(mean - half, least), min(mean + half, most), sd

    def game_length(self):
        reported = self.summary["game"]["length"]
        mean, low, high, sd = self.mean("turns")
        median = self.quantile("turns", self.games, 50)
        for key, computed in ("mean", mean), ("low", low), ("high", high), ("sd", sd), ("median", median):
            same(f"game length {key}", reported[key], computed)
        same("game length histogram", [(h["turns"], h["games"]) for h in reported["histogram"]],
             sql(f"SELECT turns, count(*) FROM {self.games} GROUP BY turns ORDER BY turns"))
        self.measure("game.length.mean", mean, low, high)
        self.measure("game.length.sd", sd)
        self.measure("game.length.median", median)

    def war_lengths(self):
        reported = self.summary["wars"]
        self.war_length("war", "true", reported["length"])
        declared = dict(sql(f"SELECT war, count(*) FROM {self.wars} GROUP BY war"))
        same("wars that are not reported", set(declared) - set(reported["by_war"]), set())
        for war, w in reported["by_war"].items():
            same(f"{war} declared", [w["declared"]], [declared.get(war, 0)])
            endings = dict(sql(f"SELECT ending, count(*) FROM {self.wars} WHERE war = '{war}' GROUP BY ending"))
            same(f"endings of {war}", {e: k for e, k in w["endings"].items() if k}, endings)
            self.often(f"war.{war}.declared", f"war = '{war}'")
            for e in w["endings"]:
                self.often(f"war.{war}.odds.{e}", f"war = '{war}' AND ending = '{e}'")
            self.war_length("war." + war, f"war = '{war}'", w["length"])

    def often(self, name, where):
        """How many wars of a kind a game has: a share with Wilson's interval where none has two, else a mean."""
        most, k, squares = sql(f"""SELECT coalesce(max(c), 0), coalesce(sum(c), 0), coalesce(sum(c * c), 0)
            FROM (SELECT count(*) AS c FROM {self.wars} WHERE {where} GROUP BY game)""")[0]
        k, squares = int(k), int(squares)
        if most <= 1:
            low, high = wilson(k, self.n, self.z)
        else:
            variance = float(Fraction(self.n * squares - k * k, self.n * (self.n - 1)))
            half = self.t * math.sqrt(variance / self.n)
            low, high = max(k / self.n - half, 0), k / self.n + half
        self.measure(name, k / self.n, low, high)

    def war_length(self, name, where, reported):
        """Length and survival of the wars for which the condition holds."""
        wars = f"(SELECT * FROM {self.wars} WHERE {where})"
        count, mean, sd = sql(f"SELECT count(*), avg(length), stddev_samp(length) FROM {wars}")[0]
        same(f"{name}: wars", reported["wars"], count)
        same(f"{name}: histogram", [(h["turns"], h["wars"]) for h in reported["histogram"]],
             sql(f"SELECT length, count(*) FROM {wars} GROUP BY length ORDER BY length"))
        if count == 0:
            same(f"{name}: numbers of no war", [reported[k] for k in (
                "mean", "low", "high", "sd", "median", "restricted_mean", "restricted_low", "restricted_high")], [None] * 8)
            return
        # The mean over wars as a ratio of sums over games (Cochran, Sampling Techniques, 6.3 and 6.4).
        residual = sql(f"""SELECT sum((y - {mean!r}::DOUBLE * x) ** 2)
            FROM (SELECT sum(length) AS y, count(*) AS x FROM {wars} GROUP BY game)""")[0][0]
        half = self.t * math.sqrt(self.n / (self.n - 1) * residual) / count
        least, most = sql(f"SELECT min(length), max(length) FROM {wars}")[0]
        low, high = max(mean - half, least), min(mean + half, most)
        for key, computed in ("mean", mean), ("low", low), ("high", high), ("sd", sd):
            same(f"{name}: {key}", reported[key], computed)
        self.measure(name + ".length.mean", mean, low, high)
        self.measure(name + ".length.sd", sd)
        self.survival(name, wars, reported)

    def survival(self, name, wars, reported):
        """Kaplan-Meier with Greenwood's variance between games, and Aalen-Johansen."""
        rows = sql(f"SELECT game, length, ending <> 'unresolved', ending FROM {wars} ORDER BY game")
        length = numpy.array([r[1] for r in rows])
        over = numpy.array([r[2] for r in rows])
        starts = numpy.flatnonzero(numpy.diff([r[0] for r in rows], prepend=-1))
        causes = sorted({r[3] for r in rows if r[2]})
        ending = numpy.array([r[3] for r in rows])

        s, median = Fraction(1), None
        shares = {c: Fraction(0) for c in causes}
        pull = numpy.zeros(len(rows))  # of each war on -log S(t): the sum of (ended - hazard) / (at risk - ended)
        unseen, high_before = 0.0, 1.0
        # The area under the curve to the horizon, as S(0) = 1 and on, with its bounds and each war's pull on it.
        watched, area, bounds, pulled = 1, Fraction(1), [1.0, 1.0], numpy.zeros(len(rows))
        steps, incidence = [], {c: [] for c in causes}
        for turn in range(1, self.horizon + 1):
            at_risk, ended = int((length >= turn).sum()), int(((length == turn) & over).sum())
            if at_risk == 0 and s > 0:
                break  # nobody could be watched so long
            before = s
            if at_risk:
                for c in causes:
                    shares[c] += before * Fraction(int(((length == turn) & (ending == c)).sum()), at_risk)
                s = before * Fraction(at_risk - ended, at_risk)
                # Kish: wars of one game count, at worst, as one.
                alike = at_risk**2 / float((numpy.add.reduceat(length >= turn, starts, dtype=float) ** 2).sum())
                bound = self.z**2 / (alike + self.z**2)
                unseen = max(unseen, float(before) * bound)
            if s == 1:
                low, high = 1 - unseen, 1.0
            elif s == 0:
                if at_risk:
                    high_before *= bound
                low, high = 0.0, high_before
            else:
                reached = length >= turn
                pull[reached] += ((length == turn) & over)[reached] / (at_risk - ended)
                pull[reached] -= ended / at_risk / (at_risk - ended)
                deviation = math.sqrt((numpy.add.reduceat(pull, starts) ** 2).sum())
                spread = math.exp(self.z * deviation / -math.log(s))
                low, high = float(s) ** spread, float(s) ** (1 / spread)
            high_before = high
            if turn < self.horizon:
                watched, area, pulled = turn + 1, area + s, pulled + float(s) * pull
                bounds = [bounds[0] + low, bounds[1] + high]
            if median is None and s <= Fraction(1, 2):
                median = turn
            steps.append((turn, at_risk, ended, float(s), low, high))
            for c in causes:
                incidence[c].append((turn, float(shares[c])))
        restricted = [None] * 3
        if watched == self.horizon:
            half = self.z * math.sqrt((numpy.add.reduceat(pulled, starts) ** 2).sum())
            if half > 0:
                bounds = [max(float(area) - half, 0), min(float(area) + half, self.horizon)]
            restricted = [float(area), *bounds]
        for key, value in zip(("restricted_mean", "restricted_low", "restricted_high"), restricted):
            same(f"{name}: {key}", reported[key], value)
        self.measure(name + ".length.restricted_mean", *restricted)
        same(f"{name}: median", reported["median"], median)
        self.measure(name + ".length.median", median)
        same(f"{name}: turns of the curve", [p["turn"] for p in reported["survival"]], [p[0] for p in steps])
        for p, computed in zip(reported["survival"], steps):
            same(f"{name}: at risk and ended, turn {p['turn']}", (p["at_risk"], p["ended"]), computed[1:3])
            for key, value in zip(("survival", "low", "high"), computed[3:]):
                same(f"{name}: {key}, turn {p['turn']}", p[key], value)
        same(f"{name}: causes", sorted(c["cause"] for c in reported["causes"]), causes)
        for c in reported["causes"]:
            same(f"{name}: wars by {c['cause']}", [c["wars"]], [int((ending == c["cause"]).sum())])
            same(f"{name}: turns of {c['cause']}", [p["turn"] for p in c["incidence"]], [p[0] for p in incidence[c["cause"]]])
            for p, (turn, share) in zip(c["incidence"], incidence[c["cause"]]):
                same(f"{name}: {c['cause']} by turn {turn}", p["share"], share)

    def finals(self):
        columns = [c for c, *_ in sql(f"DESCRIBE SELECT * FROM {self.games}") if c not in ("game", "outcome", "turns", "wars")]
        same("measures at the end", [f["name"] for f in self.summary["final"]], [c.removeprefix("final_") for c in columns])
        for f, column in zip(self.summary["final"], columns):
            name = "final." + f["name"]
            mean, low, high, sd = self.mean(column)
            computed = {"mean": mean, "low": low, "high": high, "sd": sd, "games": self.n}
            computed |= {f"p{p:02}": self.quantile(column, self.games, p) for p in PERCENTS}
            computed["min"], computed["max"] = sql(f"SELECT min({column}), max({column}) FROM {self.games}")[0]
            for key, value in computed.items():
                same(f"{name}.{key}", f[key], value)
                if key not in ("low", "high", "games"):
                    self.measure(f"{name}.{key}", value, low if key == "mean" else None, high if key == "mean" else None)

    def events(self):
        """What is counted in every game."""
        for e in self.summary["game"].get("events") or []:
            column, name = e["name"], "game." + e["name"]
            k = sql(f"SELECT count(*) FILTER ({column} > 0) FROM {self.games}")[0][0]
            low, high = wilson(k, self.n, self.z)
            for key, value in ("some", k), ("any", k / self.n), ("any_low", low), ("any_high", high):
                same(f"{name}: {key}", e[key], value)
            self.measure(name + ".any", k / self.n, low, high)
            mean, low, high, sd = self.mean(column)
            computed = {"mean": mean, "low": low, "high": high, "sd": sd, "games": self.n}
            computed |= {f"p{p:02}": self.quantile(column, self.games, p) for p in PERCENTS}
            computed["min"], computed["max"] = sql(f"SELECT min({column}), max({column}) FROM {self.games}")[0]
            for key, value in computed.items():
                same(f"{name}.{key}", e[key], value)
                if key not in ("low", "high", "games"):
                    self.measure(f"{name}.{key}", value, low if key == "mean" else None, high if key == "mean" else None)

    def curve_histograms(self):
        """By (side.measure, basis, turn): the values and how many games had them."""
        same("values outside", sql(f"SELECT count(*) FROM {self.curves} WHERE range <> 'exact'"), [(0,)])
        histograms = {}
        for side, measure, basis, turn, value, games in sql(
                f"SELECT side, measure, basis, turn, value, games FROM {self.curves} ORDER BY ALL"):
            histograms.setdefault((f"{side}.{measure}", basis, turn), []).append((value, games))
        return histograms

    def curve_points(self, histograms):
        seen = set()
        for key, basis in ("curves", "on"), ("curves_carried", "carried"):
            for curve, points in self.summary[key].items():
                for p in points:
                    at = (curve, basis, p["turn"])
                    seen.add(at)
                    values = histograms.get(at, [])
                    n = sum(k for _, k in values)
                    same(f"{at}: games", p["games"], n)
                    computed = {"mean": float(Fraction(sum(v * k for v, k in values), n))}
                    for percent in PERCENTS:
                        up_to = 0
                        for v, k in values:
                            up_to += k
                            if 100 * up_to >= percent * n:
                                computed[f"p{percent:02}"] = v
                                break
                    for name, value in computed.items():
                        same(f"{at}: {name}", p[name], value)
                        if basis == "on" and name != "mean":
                            self.measure(f"turn.{p['turn']}.{curve}.{name}", value)
                    if basis == "on":
                        self.curve_mean(f"turn.{p['turn']}.{curve}.mean", values, n)
                    if basis == "on":
                        self.measure(f"turn.{p['turn']}.{curve}.games", n)
        same("points of the curves", seen, set(histograms))

    def curve_mean(self, name, values, n):
        """Over the games still on, with Student's interval inside the values that occur."""
        total, squares = sum(v * k for v, k in values), sum(v * v * k for v, k in values)
        mean = total / n
        if n == 1:
            self.measure(name, mean)
        elif n < FEW and len(values) > 1:
            self.measures[name] = (mean, None, None)  # t_quantile is not good enough
        else:
            half = t_quantile(self.z, n - 1) * math.sqrt(Fraction(n * squares - total * total, n * n * (n - 1)))
            self.measure(name, mean, max(mean - half, values[0][0]), min(mean + half, values[-1][0]))

    def turn_rows(self, histograms):
        """The curves again, from the rows of the turns."""
        same("games with turns", sql(f"SELECT count(DISTINCT game), count(*) FROM {self.turns}"),
             sql(f"SELECT count(*), sum(turns) FROM {self.games}"))
        computed = {}
        crises = sorted({c for c in self.summary["wars"]["by_war"]})
        for curve in self.summary["curves"]:
            side, measure = curve.split(".")
            if side in crises:
                # A war has the total of each turn in which it was fought; that of the last is in its own row.
                source = f"""
                    SELECT w.game, w.declared, w.declared + w.length - 1 AS last, t.turn,
                           CASE WHEN t.turn = w.declared + w.length - 1 THEN w.total ELSE t.{side}_total END AS value
                    FROM {self.wars} w JOIN {self.turns} t
                      ON t.game = w.game AND t.turn BETWEEN w.declared AND w.declared + w.length - 1
                    WHERE w.war = '{side}'"""
            else:
                source = f"""
                    SELECT t.game, 1 AS declared, g.turns AS last, t.turn, t.{measure} AS value
                    FROM {self.turns} t JOIN {self.games} g USING (game)"""
            on = sql(f"SELECT turn, value, count(*) FROM ({source}) GROUP BY turn, value ORDER BY ALL")
            carried = sql(f"""
                SELECT h.turn, s.value, count(*)
                FROM range(1, {self.horizon + 1}) h(turn), ({source}) s
                WHERE s.declared <= h.turn AND s.turn = least(h.turn, s.last)
                GROUP BY h.turn, s.value ORDER BY ALL""")
            for basis, counted in ("on", on), ("carried", carried):
                for turn, value, games in counted:
                    computed.setdefault((curve, basis, turn), []).append((value, games))
        for at in sorted(set(histograms) | set(computed)):
            same(f"curves.parquet and turns, {at}", histograms.get(at), computed.get(at))
        names = {c for c, *_ in sql(f"DESCRIBE SELECT * FROM {self.turns}")}
        for name in [f["name"] for f in self.summary["final"] if f["name"] in names]:
            same(f"{name} of the last turn and of the game", sql(f"""
                SELECT count(*) FROM {self.games} g JOIN {self.turns} t ON t.game = g.game AND t.turn = g.turns
                WHERE t.{name} <> g.final_{name}"""), [(0,)])

    def exemplars(self):
        computed = []
        longest = sql(f"SELECT max(length), arg_min(game, (-length, game)) FROM {self.wars}")
        if longest and longest[0][0] is not None:
            computed.append((f"the longest war, {longest[0][0]} turns", longest[0][1]))
        first = dict(sql(f"SELECT outcome, min(game) FROM {self.games} GROUP BY outcome"))
        for o in self.summary["outcomes"]:
            if o["name"] in first:
                computed.append((f"the first game that ends in {o['name']}", first[o["name"]]))
        same("exemplars", [(e["what"], e["game"]) for e in self.summary["exemplars"]], computed)

    def summary_table(self):
        table = {m: (value, low, high) for m, value, low, high in
                 sql(f"SELECT measure, value, low, high FROM '{self.folder}/summary.parquet'")}
        same("measures of summary.parquet", sorted(table), sorted(self.measures))
        for name, reported in table.items():
            for key, r, c in zip(("value", "low", "high"), reported, self.measures.get(name, (None,) * 3)):
                if c is not None or key == "value":
                    same(f"summary.parquet, {name}: {key}", r, c)

    def manifest(self):
        with open(os.path.join(self.folder, "manifest.json"), encoding="utf-8") as f:
            parts = json.load(f)["parts"]
        same("games of the parts", sum(p["games"] for p in parts), self.n)
        for p in parts:
            for file in p["files"]:
                rows = sql(f"SELECT count(*) FROM '{self.folder}/{file['path']}'")[0][0]
                same(f"rows of {file['path']}", file.get("rows", 0), rows)


for folder in sys.argv[1:]:
    Run(folder).check()
print(f"{compared} numbers compared, {different} are different")
sys.exit(1 if different else 0)
