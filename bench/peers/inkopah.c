/*
 * The crisis wars of engine/republic, in plain C: the peer that the Go engine is
 * measured against.
 *
 * It plays the same games, bit for bit: the same addressed random words, the same
 * dice tables, the ten steps in the same order. It keeps the same tallies, exactly,
 * and ends in the same signature. So a ratio of times compares like with like, and
 * equal signatures check each program by the other.
 *
 * Like the engine it is general: the rules are data that are read when it starts,
 * the seats and the victory conditions are asked through pointers, and a state has
 * room for 8 kinds of units and 16 crises. Like a careful C programmer's it is made
 * to be fast: one translation unit, no allocation in a game, nothing zeroed that is
 * not read, tallies straight from the state. One thread, no vector intrinsics.
 *
 * It leaves out what no bench workload asks of it: dice with more than 4096 equally
 * likely ways to roll, rows, chronicles, enumeration.
 *
 *	gcc -O3 -march=native -o inkopah inkopah.c
 *	./inkopah RULES GAMES [SEED [FIRST]]
 *
 * RULES is a file of lines "key value...", see inkopah.txt. The answer is one line
 * of JSON; ns is the processor time of the games, in nanoseconds a game.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_UNITS = 8, MAX_CRISES = 16, MAX_ARRIVALS = 16, MAX_CONDITIONS = 16, MAX_TESTS = 4, MAX_LIST = 64, NAME = 32 };
enum { UNIT_MOST = 65535, POINTS_MOST = 1000000, MONEY_MOST = 1500000000, WINDOW_MOST = 1 << 21 };

#define rare(x) __builtin_expect(!!(x), 0)

static void __attribute__((noreturn, format(printf, 1, 2))) die(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fputs("inkopah: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	exit(1);
}

static void *zeroed(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);
	if (!p)
		die("out of memory");
	return p;
}

/* ------------------------------------------------------------------ chance */

static const uint64_t ODD_GAME = 0x9e3779b97f4a7c15, ODD_TURN = 0xbb67ae8584caa73b, ODD_INDEX = 0xa54ff53a5f1d36f1;

static inline uint64_t mix(uint64_t x)
{
	x ^= x >> 27;
	x *= 0x3c79ac492ba7b653;
	x ^= x >> 33;
	x *= 0x1c69b3f74ac4ae35;
	return x ^ x >> 27;
}

static uint64_t site(const char *prefix, const char *name, const char *suffix)
{
	uint64_t h = 0xcbf29ce484222325;
	const char *parts[] = {prefix, name, suffix};
	for (int i = 0; i < 3; i++)
		for (const char *c = parts[i]; *c; c++)
			h = (h ^ (unsigned char)*c) * 0x100000001b3;
	return mix(h);
}

/* A number in the rules: plain, or dice as a table of equally likely results. */
struct amount {
	int32_t plain;
	uint32_t ways; /* 0: plain */
	int32_t *table;
};

static uint64_t __attribute__((noinline)) redraw(uint64_t w, uint64_t n)
{
	uint64_t leftover = -n % n;
	for (;;) {
		unsigned __int128 product = (unsigned __int128)w * n;
		if ((uint64_t)product >= leftover)
			return product >> 64;
		w = mix(w + ODD_GAME);
	}
}

static inline int32_t draw(const struct amount *a, uint64_t key, uint64_t at, int32_t turn)
{
	uint64_t w = mix(key + at + (uint64_t)turn * ODD_TURN);
	unsigned __int128 product = (unsigned __int128)w * a->ways;
	uint64_t i = product >> 64;
	if (rare((uint64_t)product < a->ways))
		i = redraw(w, a->ways);
	return a->table[i];
}

/* ------------------------------------------------------------------- rules */

struct gauge { int32_t start, min, max; };
struct effect { int32_t approval, fervor, treasury, income; };
struct arrival { int32_t turn, units; };

enum kind { INFANTRY, CAVALRY, NAVY, KINDS };

struct unit {
	char name[NAME];
	int32_t battle_points, purchase, support, start;
	int kind, arrivals;
	struct arrival arrives[MAX_ARRIVALS];
};

enum standing { WAITING, ARMED, RUNNING, WON, DEFEATED, SURRENDERED, DECLINED };

struct game;

/* One thing that must hold. */
struct test {
	bool (*holds)(const struct test *, const struct game *);
	int crisis;         /* whose standing, */
	uint32_t standings; /* one bit each */
	int32_t low, high;  /* of a number, both included */
};

/* Tests that must all hold. They are made only when something that they read has
 * changed. */
struct condition {
	uint64_t reads;
	int32_t outcome;
	int tests;
	struct test test[MAX_TESTS];
};

struct crisis {
	char name[NAME];
	uint64_t chance_site, v_site, war_site;
	int32_t at;
	bool by_chance, waits, exclude[KINDS];
	struct amount chance, v;
	struct condition after;
	struct effect spoils, penalty;
	int32_t territories, spoils_units[MAX_UNITS];
};

enum {
	READS_APPROVAL = 1, READS_FERVOR = 2, READS_TREASURY = 4, READS_INCOME = 8,
	READS_TERRITORIES = 16, READS_TURN = 32, READS_WARS = 64, READS_CRISES = 128
};

struct rules {
	int32_t turns;
	struct gauge approval, fervor;
	int32_t treasury, income;
	int64_t tax_num, tax_den;
	bool brass_hat;
	bool reaches, decline_penalty, costs_per_war, weariness_at_once, debt, spoils_at_once;
	int units, crises, conditions, outcomes;
	struct unit unit[MAX_UNITS];
	struct crisis crisis[MAX_CRISES];
	struct condition victory[MAX_CONDITIONS];
	char outcome[MAX_CONDITIONS + 1][NAME];
	struct amount randomizer;
	struct effect war_boost, weariness, victory_bonus, defeat;
	int64_t war_costs;
};

/* ------------------------------------------------------------------- state */

struct war {
	int32_t total, v, since, points;
	int32_t crisis;
	uint16_t deployed[MAX_UNITS];
};

struct state {
	int32_t turn, approval, fervor, treasury, income, territories, bought;
	uint8_t wars, due;
	uint8_t due_of[MAX_CRISES], standing[MAX_CRISES];
	uint16_t units[MAX_UNITS];
};

struct ledger { int32_t robber_baron, tax, brass_hat, game_bank, income; };

/* Who decides. Each seat is a function and what it was told when it was seated. */
struct seats {
	bool (*declare)(const struct game *, int crisis);
	bool (*peace)(const struct game *, int war);
	int (*buy)(const struct game *); /* a unit, or -1; NULL: never */
	void (*deploy)(struct game *);
	int32_t declare_above, peace_below, reserve;
	int list[MAX_LIST], listed; /* units, for the legislation */
};

enum { STEADIES = 2 + MAX_UNITS };

struct tally;

struct game {
	struct state s;
	struct war war[MAX_CRISES]; /* the first s.wars of them count */
	uint16_t free[MAX_UNITS];   /* on station, while the President decides */
	struct ledger l;
	const struct rules *r;
	struct seats seats;
	struct tally *t;
	uint64_t key, number, moved;
	int64_t bill;
	bool over, bill_moved, steady_moved;
	int32_t last[STEADIES];
	int32_t cheapest, last_arrival, last_crisis, reaches;
	int wars; /* of this game that are over */
	struct { int32_t class, crisis; } past[MAX_CRISES];
	struct state start;
};

/* ----------------------------------------------------------------- tallies */

enum { VICTORY, DEFEAT, SURRENDER, CUT_OFF, STILL_ON, ENDINGS };

/* The multipliers of a row's hash: those of a game's columns, then of a war's. */
enum { WAR_SALTS = 60 };

/* Exact counts of a value by turn; rows of width cells from value lo. */
struct curve {
	uint64_t *steps, *lasts;
	int32_t lo, width, min, max, turns, start;
	uint64_t *steps_out, *lasts_out; /* below and above the window, by turn */
};

struct histogram {
	uint64_t *counts, below, above;
	int32_t lo, width;
};

enum { FINAL_WARS, FINAL_DUE, FINAL_ROBBER_BARON, FINAL_TAX, FINAL_BRASS_HAT, FINAL_GAME_BANK, FINALS };
enum { CURVE_APPROVAL, CURVE_FERVOR, CURVE_TREASURY, CURVE_STEADY, CURVES = CURVE_STEADY + STEADIES + MAX_CRISES };

struct tally {
	uint64_t games, signature;
	uint64_t *outcomes[MAX_CONDITIONS + 1], first[MAX_CONDITIONS + 1];
	uint64_t *wars[MAX_CRISES][ENDINGS];
	uint64_t *pairs[MAX_CRISES + 1]; /* by crisis, of any two wars last; by class of the higher and the lower */
	uint64_t longest_game;
	int32_t longest;
	struct histogram finals[FINALS];
	struct curve curves[CURVES];
	int totals, ncurves; /* curve of the first crisis's running total; all */
	int32_t turns, classes;
	uint64_t salts[WAR_SALTS + 16];
};

static void curve_window(struct curve *c, int32_t from, int32_t to)
{
	int32_t width = to - from + 1;
	uint64_t **tables[] = {&c->steps, &c->lasts};
	for (int i = 0; i < 2; i++) {
		uint64_t *cells = zeroed((size_t)c->turns * width, sizeof *cells);
		for (int32_t turn = 0; c->width && turn < c->turns; turn++)
			memcpy(cells + (size_t)turn * width + (c->lo - from), *tables[i] + (size_t)turn * c->width, c->width * sizeof *cells);
		free(*tables[i]);
		*tables[i] = cells;
	}
	c->lo = from;
	c->width = width;
}

static int32_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int32_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static void curve_init(struct curve *c, int32_t horizon, int32_t min, int32_t max, int32_t start)
{
	c->turns = horizon + 1;
	c->start = start;
	int32_t cells = most((1 << 21) / c->turns, 64);
	c->min = min;
	c->max = max;
	if ((int64_t)max - min + 1 > cells) {
		c->min = most(min, (int64_t)start - cells / 4);
		c->max = least(max, (int64_t)c->min + cells - 1);
	}
	c->steps_out = zeroed(2 * (size_t)c->turns, sizeof(uint64_t));
	c->lasts_out = zeroed(2 * (size_t)c->turns, sizeof(uint64_t));
	c->lo = start;
	int32_t from = most(c->min, start - 8), to = least(c->max, start + 8);
	if (from <= to)
		curve_window(c, from, to);
}

static uint64_t *__attribute__((noinline)) curve_far(struct curve *c, int32_t turn, int32_t v, bool last)
{
	if (v < c->min)
		return &(last ? c->lasts_out : c->steps_out)[2 * turn];
	if (v > c->max)
		return &(last ? c->lasts_out : c->steps_out)[2 * turn + 1];
	if ((uint32_t)(v - c->lo) >= (uint32_t)c->width) {
		int32_t from = least(v, c->lo), to = most(v, c->lo + c->width - 1), spare = (to - from + 16) / 2;
		if (v < c->lo)
			from = most(c->min, from - spare);
		else
			to = least(c->max, to + spare);
		curve_window(c, from, to);
	}
	return &(last ? c->lasts : c->steps)[turn * c->width + (v - c->lo)];
}

static inline uint64_t *curve_step(struct curve *c, int32_t turn, int32_t v)
{
	uint32_t i = v - c->lo;
	return rare(i >= (uint32_t)c->width) ? curve_far(c, turn, v, false) : &c->steps[turn * c->width + i];
}

static inline uint64_t *curve_last(struct curve *c, int32_t turn, int32_t v)
{
	uint32_t i = v - c->lo;
	return rare(i >= (uint32_t)c->width) ? curve_far(c, turn, v, true) : &c->lasts[turn * c->width + i];
}

static void __attribute__((noinline)) histogram_far(struct histogram *h, int32_t v)
{
	if (v < -WINDOW_MOST / 2) {
		h->below++;
		return;
	}
	if (v >= WINDOW_MOST / 2) {
		h->above++;
		return;
	}
	int32_t from = h->width ? least(v, h->lo) : v, to = h->width ? most(v, h->lo + h->width - 1) : v;
	int32_t spare = (to - from + 64) / 2;
	from = most(from - spare, -WINDOW_MOST / 2);
	to = least(to + spare, WINDOW_MOST / 2 - 1);
	uint64_t *counts = zeroed(to - from + 1, sizeof *counts);
	if (h->width)
		memcpy(counts + (h->lo - from), h->counts, h->width * sizeof *counts);
	free(h->counts);
	h->counts = counts;
	h->lo = from;
	h->width = to - from + 1;
	h->counts[v - h->lo]++;
}

static inline void histogram_add(struct histogram *h, int32_t v)
{
	uint32_t i = v - h->lo;
	if (rare(i >= (uint32_t)h->width))
		histogram_far(h, v);
	else
		h->counts[i]++;
}

static struct tally *new_tally(const struct rules *r)
{
	struct tally *t = zeroed(1, sizeof *t);
	t->turns = r->turns + 1;
	for (int o = 0; o < r->outcomes; o++) {
		t->outcomes[o] = zeroed(t->turns, sizeof(uint64_t));
		t->first[o] = UINT64_MAX;
	}
	for (int c = 0; c < r->crises; c++)
		for (int e = 0; e < ENDINGS; e++)
			t->wars[c][e] = zeroed(t->turns, sizeof(uint64_t));
	t->classes = t->turns * ENDINGS;
	for (int c = 0; c <= r->crises; c++)
		t->pairs[c] = zeroed((size_t)t->classes * t->classes, sizeof(uint64_t));
	t->longest_game = UINT64_MAX;
	for (int i = 0; i < WAR_SALTS + 16; i++)
		t->salts[i] = mix((uint64_t)(i + 1) * ODD_INDEX) | 1;
	struct curve *c = t->curves;
	curve_init(c++, r->turns, r->approval.min, r->approval.max, r->approval.start);
	curve_init(c++, r->turns, r->fervor.min, r->fervor.max, r->fervor.start);
	curve_init(c++, r->turns, -MONEY_MOST, MONEY_MOST, r->treasury);
	curve_init(c++, r->turns, -MONEY_MOST, MONEY_MOST, r->income);
	curve_init(c++, r->turns, 0, MONEY_MOST, 0);
	for (int u = 0; u < r->units; u++)
		curve_init(c++, r->turns, 0, UNIT_MOST, r->unit[u].start);
	t->totals = c - t->curves;
	for (int i = 0; i < r->crises; i++)
		curve_init(c++, r->turns, -POINTS_MOST * 20, POINTS_MOST * 20, 0);
	t->ncurves = c - t->curves;
	return t;
}

/* The rows are only hashed, a column at a time. */
static void tally_game(struct game *g, int32_t outcome)
{
	const struct state *s = &g->s;
	const struct rules *r = g->r;
	struct tally *t = g->t;
	int32_t turn = s->turn, wars = 0;
	for (int c = 0; c < r->crises; c++)
		wars += s->standing[c] >= RUNNING && s->standing[c] <= SURRENDERED;
	t->games++;
	t->outcomes[outcome][turn]++;
	if (g->number < t->first[outcome])
		t->first[outcome] = g->number;
	const uint64_t *salt = t->salts;
	uint64_t h = (g->number + 1) * ODD_GAME;
#define column(v) h += (uint64_t)(uint32_t)(v) * *salt++
	column(outcome);
	column(turn);
	column(wars);
	column(s->due);
	column(g->l.robber_baron);
	column(g->l.tax);
	column(g->l.brass_hat);
	column(g->l.game_bank);
	column(s->approval);
	column(s->fervor);
	column(s->treasury);
	column(s->income);
	column(s->territories);
	for (int u = 0; u < r->units; u++)
		column(s->units[u]);
#undef column
	t->signature += mix(h);
	histogram_add(&t->finals[FINAL_WARS], wars);
	histogram_add(&t->finals[FINAL_DUE], s->due);
	histogram_add(&t->finals[FINAL_ROBBER_BARON], g->l.robber_baron);
	histogram_add(&t->finals[FINAL_TAX], g->l.tax);
	histogram_add(&t->finals[FINAL_BRASS_HAT], g->l.brass_hat);
	histogram_add(&t->finals[FINAL_GAME_BANK], g->l.game_bank);
	struct curve *c = t->curves;
	++*curve_last(c++, turn, s->approval);
	++*curve_last(c++, turn, s->fervor);
	++*curve_last(c++, turn, s->treasury);
	++*curve_last(c++, turn, s->income);
	++*curve_last(c++, turn, s->territories);
	for (int u = 0; u < r->units; u++)
		++*curve_last(c++, turn, s->units[u]);
}

static inline void tally_war(struct game *g, const struct war *w, int32_t length, int ending)
{
	struct tally *t = g->t;
	const uint64_t *salt = t->salts + WAR_SALTS;
	t->wars[w->crisis][ending][length]++;
	++*curve_last(&t->curves[t->totals + w->crisis], w->since + length - 1, w->total);
	if (rare(length > t->longest)) {
		t->longest = length;
		t->longest_game = g->number;
	} else if (length == t->longest && g->number < t->longest_game)
		t->longest_game = g->number;
	int32_t a = length * ENDINGS + ending;
	for (int i = 0; i < g->wars; i++) {
		int32_t b = g->past[i].class;
		size_t pair = (size_t)(a > b ? a : b) * t->classes + (a > b ? b : a);
		t->pairs[g->r->crises][pair]++;
		if (g->past[i].crisis == w->crisis)
			t->pairs[w->crisis][pair]++;
	}
	g->past[g->wars].class = a;
	g->past[g->wars++].crisis = w->crisis;
	uint64_t h = (g->number + 1) * ODD_TURN;
	h += (uint64_t)(uint32_t)w->crisis * salt[0];
	h += (uint64_t)(uint32_t)w->since * salt[1];
	h += (uint64_t)(uint32_t)length * salt[2];
	h += (uint64_t)(uint32_t)ending * salt[3];
	h += (uint64_t)(uint32_t)w->v * salt[4];
	h += (uint64_t)(uint32_t)w->total * salt[5];
	t->signature += mix(h);
}

/* ----------------------------------------------------------------- effects */

static inline int32_t hold(const struct gauge *g, int32_t v) { return v < g->min ? g->min : v > g->max ? g->max : v; }

static void __attribute__((noinline)) apply_money(struct game *g, const struct effect *e)
{
	struct state *s = &g->s;
	int32_t treasury = s->treasury + e->treasury;
	s->income += e->income;
	if (!g->r->debt) {
		int32_t floor = s->treasury < 0 ? s->treasury : 0;
		if (treasury < floor)
			treasury = floor;
		if (s->income < 0)
			s->income = 0;
	}
	s->treasury = treasury;
	g->moved |= READS_TREASURY | READS_INCOME;
	g->steady_moved = true;
}

static inline void apply(struct game *g, const struct effect *e)
{
	if (e->approval) {
		g->s.approval = hold(&g->r->approval, g->s.approval + e->approval);
		g->moved |= READS_APPROVAL;
	}
	if (e->fervor) {
		g->s.fervor = hold(&g->r->fervor, g->s.fervor + e->fervor);
		g->moved |= READS_FERVOR;
	}
	if (e->treasury | e->income)
		apply_money(g, e);
}

static inline void stands(struct game *g, int c, enum standing as)
{
	g->s.standing[c] = as;
	g->moved |= (uint64_t)READS_CRISES << c;
}

static inline void wars_moved(struct game *g)
{
	g->bill_moved = true;
	g->moved |= READS_WARS;
}

static inline void units_moved(struct game *g) { g->bill_moved = g->steady_moved = true; }

/* ---------------------------------------------------------------- the steps */

static void add_units(struct game *g, int u, int32_t n)
{
	if (g->s.units[u] + n > UNIT_MOST)
		die("there would be more than 65,535 %s", g->r->unit[u].name);
	g->s.units[u] += n;
	units_moved(g);
}

static void __attribute__((noinline)) join_spoils(struct game *g, int c)
{
	const struct crisis *crisis = &g->r->crisis[c];
	if (crisis->territories) {
		g->s.territories += crisis->territories;
		g->moved |= READS_TERRITORIES;
		g->steady_moved = true;
	}
	apply(g, &crisis->spoils);
	for (int u = 0; u < g->r->units; u++)
		if (crisis->spoils_units[u] > 0)
			add_units(g, u, crisis->spoils_units[u]);
}

/* 1: spoils won last turn join, then the units that arrive, then the income. */
static inline void join(struct game *g)
{
	struct state *s = &g->s;
	int due = s->due;
	s->due = 0;
	for (int i = 0; i < due; i++)
		join_spoils(g, s->due_of[i]);
	if (s->turn <= g->last_arrival)
		for (int u = 0; u < g->r->units; u++) {
			const struct unit *unit = &g->r->unit[u];
			for (int i = 0; i < unit->arrivals; i++)
				if (unit->arrives[i].turn == s->turn)
					add_units(g, u, unit->arrives[i].units);
		}
	s->treasury += s->income;
	g->l.income += s->income;
	if (s->income)
		g->moved |= READS_TREASURY;
	if (rare(s->treasury > MONEY_MOST || g->l.income > MONEY_MOST))
		die("more than 1,500,000,000 came in");
}

static inline void end_war(struct game *g, int w, enum standing as)
{
	struct war *war = &g->war[w];
	int c = war->crisis;
	tally_war(g, war, g->s.turn - war->since + (as != SURRENDERED), as - WON);
	int left = --g->s.wars - w;
	if (left > 0)
		memmove(war, war + 1, left * sizeof *war);
	stands(g, c, as);
	wars_moved(g);
}

/* Defeat and surrender have the same effect. */
static void lose(struct game *g, int w, enum standing as)
{
	int c = g->war[w].crisis;
	end_war(g, w, as);
	apply(g, &g->r->defeat);
	apply(g, &g->r->crisis[c].penalty);
}

static void settle(struct game *g, int c)
{
	const struct rules *r = g->r;
	const struct crisis *crisis = &r->crisis[c];
	if (!g->seats.declare(g, c)) {
		stands(g, c, DECLINED);
		if (!r->decline_penalty)
			apply(g, &r->defeat);
		apply(g, &crisis->penalty);
		return;
	}
	stands(g, c, RUNNING);
	struct war *w = &g->war[g->s.wars++];
	wars_moved(g);
	memset(w, 0, sizeof *w);
	w->since = g->s.turn;
	w->crisis = c;
	apply(g, &r->war_boost);
	w->v = crisis->v.ways ? draw(&crisis->v, g->key, crisis->v_site, g->s.turn) : crisis->v.plain;
}

static inline bool holds(const struct condition *c, const struct game *g)
{
	for (int i = 0; i < c->tests; i++)
		if (!c->test[i].holds(&c->test[i], g))
			return false;
	return true;
}

/* 2 and 3: which crises come, and what becomes of them. */
static inline void crisis_check(struct game *g)
{
	const struct rules *r = g->r;
	struct state *s = &g->s;
	uint32_t came = 0;
	for (int c = 0; c < r->crises; c++)
		if (r->crisis[c].waits && s->standing[c] == WAITING && holds(&r->crisis[c].after, g))
			s->standing[c] = ARMED;
	for (int c = 0; c < r->crises; c++) {
		const struct crisis *crisis = &r->crisis[c];
		if (s->standing[c] > ARMED)
			continue;
		bool comes = true;
		if (crisis->at)
			comes = crisis->at == s->turn;
		else if (crisis->waits && s->standing[c] == WAITING)
			comes = false;
		else if (crisis->by_chance)
			comes = draw(&crisis->chance, g->key, crisis->chance_site, s->turn) == 1;
		came |= (uint32_t)comes << c;
	}
	for (; came; came &= came - 1)
		settle(g, __builtin_ctz(came));
}

/* 4: the Congress may end any war of an earlier turn. */
static inline void vote_peace(struct game *g)
{
	for (int w = 0; w < g->s.wars && g->war[w].since < g->s.turn;)
		if (g->seats.peace(g, w))
			lose(g, w, SURRENDERED);
		else
			w++;
}

/* 5: units are bought one at a time while the treasury can pay the full price. */
static void __attribute__((noinline)) legislate(struct game *g)
{
	struct state *s = &g->s;
	while (s->treasury >= g->cheapest) {
		int u = g->seats.buy(g);
		if (u < 0)
			return;
		const struct unit *unit = &g->r->unit[u];
		if (u >= g->r->units || unit->purchase == 0 || s->treasury < unit->purchase || s->units[u] == UNIT_MOST || g->l.robber_baron > MONEY_MOST)
			die("illegal purchase of unit %d", u);
		int32_t tax = unit->purchase * g->r->tax_num / g->r->tax_den;
		s->treasury += tax - unit->purchase;
		g->l.robber_baron += unit->purchase;
		g->l.tax += tax;
		s->units[u]++;
		s->bought++;
		units_moved(g);
		g->moved |= READS_TREASURY;
	}
}

/* 6: an order of the President, checked. */
static inline void deploy_units(struct game *g, int u, int32_t n, int w)
{
	const struct rules *r = g->r;
	if (rare((uint32_t)u >= (uint32_t)r->units || (uint32_t)w >= g->s.wars))
		die("there is no unit %d or no war %d to deploy", u, w);
	struct war *war = &g->war[w];
	const struct unit *unit = &r->unit[u];
	if (rare((uint32_t)n > g->free[u] || (n > 0 && r->crisis[war->crisis].exclude[unit->kind])))
		die("illegal deployment of %d %s", n, unit->name);
	g->free[u] -= n;
	war->deployed[u] += n;
	war->points += n * unit->battle_points;
	if (rare(war->points > POINTS_MOST))
		die("more than 1,000,000 battle points are deployed");
}

static inline int64_t costs(const struct rules *r, int64_t factor, int c, int kind)
{
	if (r->crisis[c].exclude[kind])
		return factor;
	return r->costs_per_war ? factor * r->war_costs : r->war_costs;
}

static int64_t charge(const struct game *g, int u)
{
	const struct unit *unit = &g->r->unit[u];
	int64_t factor = 1;
	for (int w = 0; w < g->s.wars; w++)
		factor = costs(g->r, factor, g->war[w].crisis, unit->kind);
	return factor * unit->support;
}

static inline int64_t support(const struct game *g)
{
	int64_t sum = 0;
	for (int u = 0; u < g->r->units; u++)
		if (g->s.units[u])
			sum += g->s.units[u] * charge(g, u);
	return sum;
}

static int64_t __attribute__((noinline)) disband(struct game *g)
{
	struct state *s = &g->s;
	int64_t bill = g->bill;
	while (bill > s->treasury) {
		int costliest = -1, newest = -1;
		int64_t most_charged = 0;
		for (int u = 0; u < g->r->units; u++)
			if (s->units[u]) {
				int64_t c = charge(g, u);
				if (c > most_charged) {
					costliest = u;
					most_charged = c;
				}
			}
		uint16_t deployed = 0;
		for (int w = 0; w < s->wars; w++)
			if (g->war[w].deployed[costliest]) {
				deployed += g->war[w].deployed[costliest];
				newest = w;
			}
		if (deployed == s->units[costliest]) {
			g->war[newest].deployed[costliest]--;
			g->war[newest].points -= g->r->unit[costliest].battle_points;
		}
		s->units[costliest]--;
		units_moved(g);
		bill -= most_charged;
	}
	return bill;
}

/* 7: all units are paid for, to the Brass Hat or the Game Bank. */
static inline void pay_support(struct game *g)
{
	struct state *s = &g->s;
	if (g->bill_moved) {
		g->bill = support(g);
		g->bill_moved = false;
	}
	int64_t bill = g->bill;
	if (rare(bill > s->treasury && !g->r->debt))
		bill = disband(g);
	if (rare(bill > (int64_t)s->treasury + MONEY_MOST))
		die("the debt passes 1,500,000,000");
	if (bill) {
		s->treasury -= bill;
		g->moved |= READS_TREASURY;
		*(g->r->brass_hat ? &g->l.brass_hat : &g->l.game_bank) += bill;
	}
}

static inline void win(struct game *g, int w)
{
	int c = g->war[w].crisis;
	end_war(g, w, WON);
	apply(g, &g->r->victory_bonus);
	if (g->r->spoils_at_once)
		join_spoils(g, c);
	else
		g->s.due_of[g->s.due++] = c;
}

/* 8: battle points and the randomizer, war by war. */
static inline void battles(struct game *g)
{
	const struct rules *r = g->r;
	for (int w = 0; w < g->s.wars;) {
		struct war *war = &g->war[w];
		int c = war->crisis;
		int32_t drawn = r->randomizer.ways ? draw(&r->randomizer, g->key, r->crisis[c].war_site, g->s.turn) : r->randomizer.plain;
		war->total += war->points + drawn;
		++*curve_step(&g->t->curves[g->t->totals + c], g->s.turn, war->total);
		if (war->total > war->v - g->reaches)
			win(g, w);
		else if (war->total < 0)
			lose(g, w, DEFEATED);
		else {
			war->points = 0;
			memset(war->deployed, 0, sizeof war->deployed);
			w++;
		}
	}
}

/* 9: the people tire of each war still on. */
static inline void weary(struct game *g)
{
	for (int w = 0; w < g->s.wars; w++)
		if (g->war[w].since < g->s.turn || g->r->weariness_at_once)
			apply(g, &g->r->weariness);
}

static void __attribute__((noinline)) measure_steady(struct game *g)
{
	int32_t now[STEADIES] = {g->s.income, g->s.territories};
	int n = 2 + g->r->units;
	for (int u = 0; u < g->r->units; u++)
		now[2 + u] = g->s.units[u];
	for (int i = 0; i < n; i++)
		if (now[i] != g->last[i]) {
			struct curve *c = &g->t->curves[CURVE_STEADY + i];
			--*curve_step(c, g->s.turn, g->last[i]);
			++*curve_step(c, g->s.turn, now[i]);
			g->last[i] = now[i];
		}
	g->steady_moved = false;
}

static inline void end_game(struct game *g, int32_t outcome)
{
	g->over = true;
	int ending = outcome == g->r->outcomes - 1 ? STILL_ON : CUT_OFF;
	for (int w = 0; w < g->s.wars; w++)
		tally_war(g, &g->war[w], g->s.turn - g->war[w].since + 1, ending);
	tally_game(g, outcome);
}

/* 10: what was measured is counted, then the victory conditions are tested. */
static inline void end_turn(struct game *g)
{
	const struct rules *r = g->r;
	++*curve_step(&g->t->curves[CURVE_APPROVAL], g->s.turn, g->s.approval);
	++*curve_step(&g->t->curves[CURVE_FERVOR], g->s.turn, g->s.fervor);
	++*curve_step(&g->t->curves[CURVE_TREASURY], g->s.turn, g->s.treasury);
	if (g->steady_moved)
		measure_steady(g);
	for (int i = 0; i < r->conditions; i++) {
		const struct condition *c = &r->victory[i];
		if (c->reads & g->moved && holds(c, g)) {
			end_game(g, c->outcome);
			return;
		}
	}
	g->moved = 0;
	if (g->s.turn == r->turns)
		end_game(g, r->outcomes - 1);
}

static void play(struct game *g, uint64_t seed, uint64_t number)
{
	g->number = number;
	g->key = mix(seed + (number + 1) * ODD_GAME);
	g->s = g->start;
	g->l = (struct ledger){0};
	g->moved = UINT64_MAX;
	g->over = g->steady_moved = false;
	g->bill_moved = true;
	g->wars = 0;
	g->last[0] = g->s.income;
	g->last[1] = g->s.territories;
	for (int u = 0; u < g->r->units; u++)
		g->last[2 + u] = g->s.units[u];
	while (!g->over) {
		g->s.turn++;
		g->moved |= READS_TURN;
		join(g);
		if (g->s.turn <= g->last_crisis)
			crisis_check(g);
		if (g->s.wars)
			vote_peace(g);
		if (g->s.treasury >= g->cheapest)
			legislate(g);
		if (g->s.wars) {
			memcpy(g->free, g->s.units, sizeof g->free);
			g->seats.deploy(g);
		}
		pay_support(g);
		if (g->s.wars)
			battles(g);
		if (g->s.wars)
			weary(g);
		end_turn(g);
	}
}

/* --------------------------------------------------------------- the seats */

static bool pollster_declares(const struct game *g, int crisis)
{
	(void)crisis;
	return g->s.approval >= g->seats.declare_above;
}

static bool pollster_peace(const struct game *g, int war)
{
	(void)war;
	return g->s.approval < g->seats.peace_below;
}

static inline bool usable(const struct game *g, int w, int u)
{
	return !g->r->crisis[g->war[w].crisis].exclude[g->r->unit[u].kind];
}

/* The war declared first of those that allow the unit; all of them if none does. */
static inline int oldest_front(const struct game *g, int u)
{
	int w = 0;
	while (w < g->s.wars && !usable(g, w, u))
		w++;
	return w;
}

/* Everything to the oldest war that allows the kind. */
static void all_in(struct game *g)
{
	for (int u = 0; u < g->r->units; u++) {
		int32_t n = g->free[u];
		if (n == 0)
			continue;
		int w = oldest_front(g, u);
		if (w < g->s.wars)
			deploy_units(g, u, n, w);
	}
}

/* The same to each war that allows the kind, the rest to the oldest. */
static void even_split(struct game *g)
{
	for (int u = 0; u < g->r->units; u++) {
		int32_t n = g->free[u], fronts = 0;
		int oldest = oldest_front(g, u);
		if (n == 0 || oldest == g->s.wars)
			continue;
		for (int w = oldest; w < g->s.wars; w++)
			fronts += usable(g, w, u);
		int32_t share = n / fronts;
		deploy_units(g, u, share + n % fronts, oldest);
		for (int w = oldest + 1; share > 0 && w < g->s.wars; w++)
			if (usable(g, w, u))
				deploy_units(g, u, share, w);
	}
}

/* Buys the first unit of the list that a war allows, while the treasury keeps the
 * reserve; the list has those with most battle points for their price first. */
static int arm_when_at_war(const struct game *g)
{
	for (int i = 0; i < g->seats.listed; i++) {
		int u = g->seats.list[i];
		if (oldest_front(g, u) < g->s.wars && g->s.units[u] < UNIT_MOST)
			return g->s.treasury - g->seats.reserve >= g->r->unit[u].purchase ? u : -1;
	}
	return -1;
}

/* Buys the list in order, once each, over the game. */
static int shopping_list(const struct game *g)
{
	if (g->s.bought >= g->seats.listed)
		return -1;
	int u = g->seats.list[g->s.bought];
	return g->s.treasury >= g->r->unit[u].purchase ? u : -1;
}

/* ------------------------------------------------------------- conditions */

static bool within(const struct test *t, int32_t v) { return v >= t->low && v <= t->high; }

static bool holds_standing(const struct test *t, const struct game *g) { return t->standings >> g->s.standing[t->crisis] & 1; }
static bool holds_approval(const struct test *t, const struct game *g) { return within(t, g->s.approval); }
static bool holds_fervor(const struct test *t, const struct game *g) { return within(t, g->s.fervor); }
static bool holds_treasury(const struct test *t, const struct game *g) { return within(t, g->s.treasury); }
static bool holds_income(const struct test *t, const struct game *g) { return within(t, g->s.income); }
static bool holds_territories(const struct test *t, const struct game *g) { return within(t, g->s.territories); }
static bool holds_turn(const struct test *t, const struct game *g) { return within(t, g->s.turn); }
static bool holds_wars(const struct test *t, const struct game *g) { return within(t, g->s.wars); }

/* ---------------------------------------------------------- reading the rules */

static char *words; /* the rest of the line that is read */
static int line;

static const char *word(void)
{
	char *w = strtok(words, " \t\r\n");
	words = NULL;
	return w;
}

static const char *need(void)
{
	const char *w = word();
	if (!w)
		die("line %d: a word is missing", line);
	return w;
}

static int64_t number(void)
{
	const char *w = need();
	char *end;
	int64_t n = strtoll(w, &end, 10);
	if (*end)
		die("line %d: %s is not a number", line, w);
	return n;
}

static void name(char *to)
{
	const char *w = need();
	if (strlen(w) >= NAME)
		die("line %d: the name %s is too long", line, w);
	strcpy(to, w);
}

static int find(const char *what, const char *w, const char *names, size_t stride, int n)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(names + i * stride, w))
			return i;
	die("line %d: there is no %s %s", line, what, w);
}

static int unit_named(const struct rules *r, const char *w) { return find("unit", w, r->unit[0].name, sizeof r->unit[0], r->units); }
static int crisis_named(const struct rules *r, const char *w) { return find("crisis", w, r->crisis[0].name, sizeof r->crisis[0], r->crises); }

static int kind_named(const char *w)
{
	static const char kinds[KINDS][NAME] = {"infantry", "cavalry", "navy"};
	return find("kind", w, kinds[0], NAME, KINDS);
}

/* "2d10-11", "13": one group of dice and a number. */
static struct amount amount(const char *text)
{
	struct amount a = {0};
	char *end;
	long dice = *text == 'd' ? 1 : strtol(text, &end, 10);
	if (*text == 'd')
		end = (char *)text;
	if (*end != 'd') {
		a.plain = dice;
		return a;
	}
	long sides = strtol(end + 1, &end, 10), plus = *end ? strtol(end, &end, 10) : 0, ways = 1;
	if (*end || dice < 1 || sides < 1)
		die("line %d: %s are not dice", line, text);
	for (long i = 0; i < dice; i++)
		if ((ways *= sides) > 4096)
			die("line %d: %s has more than 4096 ways to roll", line, text);
	long width = dice * (sides - 1) + 1;
	uint64_t *weight = zeroed(width, sizeof *weight), common = ways;
	for (long way = 0; way < ways; way++) {
		long sum = 0;
		for (long i = 0, rest = way; i < dice; i++, rest /= sides)
			sum += rest % sides;
		weight[sum]++;
	}
	for (long i = 0; i < width; i++)
		for (uint64_t b = weight[i]; b;) {
			uint64_t rest = common % b;
			common = b;
			b = rest;
		}
	a.ways = ways / common;
	a.table = zeroed(a.ways, sizeof *a.table);
	for (long i = 0, at = 0; i < width; i++)
		for (uint64_t n = weight[i] / common; n; n--)
			a.table[at++] = dice + plus + i;
	free(weight);
	return a;
}

/* "-4 1  0 2  4 1": results, ascending, with their weights. */
static struct amount table(void)
{
	struct amount a = {0};
	a.table = zeroed(4096, sizeof *a.table);
	for (const char *w; (w = word());) {
		int32_t result = strtol(w, NULL, 10);
		for (int64_t n = number(); n > 0; n--) {
			if (a.ways == 4096)
				die("line %d: more than 4096 ways to roll", line);
			a.table[a.ways++] = result;
		}
	}
	return a;
}

static struct amount chance(int64_t num, int64_t den)
{
	struct amount a = {0};
	int64_t x = num, y = den;
	while (y) {
		int64_t rest = x % y;
		x = y;
		y = rest;
	}
	a.ways = den / x;
	if (num < 1 || num > den || a.ways > 4096)
		die("line %d: not a chance of this peer", line);
	a.table = zeroed(a.ways, sizeof *a.table);
	for (int64_t i = (den - num) / x; i < a.ways; i++)
		a.table[i] = 1;
	return a;
}

static struct effect effect(void)
{
	struct effect e;
	e.approval = number();
	e.fervor = number();
	e.treasury = number();
	e.income = number();
	return e;
}

/* Tests such as "standing inkopah won,defeated" or, with a number's bounds,
 * "approval 0 20", as many as there are on the line. */
static struct condition condition(const struct rules *r)
{
	static const struct { const char *name; uint64_t reads; bool (*holds)(const struct test *, const struct game *); } numbers[] = {
		{"approval", READS_APPROVAL, holds_approval}, {"fervor", READS_FERVOR, holds_fervor},
		{"treasury", READS_TREASURY, holds_treasury}, {"income", READS_INCOME, holds_income},
		{"territories", READS_TERRITORIES, holds_territories}, {"turn", READS_TURN, holds_turn}, {"wars", READS_WARS, holds_wars},
	};
	static const char standings[][NAME] = {"waiting", "armed", "running", "won", "defeated", "surrendered", "declined"};
	struct condition c = {0};
	for (const char *what; (what = word());) {
		if (c.tests == MAX_TESTS)
			die("line %d: more than %d tests", line, MAX_TESTS);
		struct test *t = &c.test[c.tests++];
		if (!strcmp(what, "standing")) {
			t->crisis = crisis_named(r, need());
			t->holds = holds_standing;
			c.reads |= (uint64_t)READS_CRISES << t->crisis;
			for (const char *list = need(); *list;) {
				char one[NAME] = "";
				size_t n = strcspn(list, ",");
				if (n >= NAME)
					die("line %d: %s is no standing", line, list);
				memcpy(one, list, n);
				t->standings |= 1u << find("standing", one, standings[0], NAME, 7);
				list += n + (list[n] == ',');
			}
			continue;
		}
		for (size_t i = 0; i < sizeof numbers / sizeof *numbers && !t->holds; i++)
			if (!strcmp(what, numbers[i].name)) {
				c.reads |= numbers[i].reads;
				t->holds = numbers[i].holds;
			}
		if (!t->holds)
			die("line %d: nothing is called %s", line, what);
		t->low = number();
		t->high = number();
	}
	if (c.tests == 0)
		die("line %d: a condition is missing", line);
	return c;
}

/* Units, as many as there are on the line. */
static void list(const struct rules *r, struct seats *seats)
{
	for (const char *w; (w = word());) {
		if (seats->listed == MAX_LIST)
			die("line %d: more than %d units", line, MAX_LIST);
		seats->list[seats->listed++] = unit_named(r, w);
	}
}

static void read_line(struct rules *r, struct seats *seats, const char *key)
{
#define is(k) (!strcmp(key, k))
	if is("turns")
		r->turns = number();
	else if (is("approval") || is("fervor")) {
		struct gauge *g = is("approval") ? &r->approval : &r->fervor;
		g->start = number();
		g->min = number();
		g->max = number();
		g->start = hold(g, g->start);
	} else if is("treasury") {
		r->treasury = number();
		r->income = number();
	} else if is("tax") {
		r->tax_num = number();
		r->tax_den = number();
	} else if is("brass_hat")
		r->brass_hat = number();
	else if is("unit") {
		if (r->units == MAX_UNITS)
			die("line %d: more than %d units", line, MAX_UNITS);
		struct unit *u = &r->unit[r->units++];
		name(u->name);
		u->kind = kind_named(need());
		u->battle_points = number();
		u->purchase = number();
		u->support = number();
		u->start = number();
	} else if is("arrives") {
		struct unit *u = &r->unit[unit_named(r, need())];
		if (u->arrivals == MAX_ARRIVALS)
			die("line %d: more than %d arrivals", line, MAX_ARRIVALS);
		struct arrival *a = &u->arrives[u->arrivals++];
		a->turn = number();
		a->units = number();
	} else if is("randomizer")
		r->randomizer = amount(need());
	else if is("table")
		r->randomizer = table();
	else if is("crisis") {
		if (r->crises == MAX_CRISES)
			die("line %d: more than %d crises", line, MAX_CRISES);
		struct crisis *c = &r->crisis[r->crises++];
		name(c->name);
		c->v = amount(need());
		c->chance_site = site("republic/crisis/", c->name, "/chance");
		c->v_site = site("republic/crisis/", c->name, "/victory_points");
		c->war_site = site("republic/war/", c->name, "");
	} else if is("at") {
		struct crisis *c = &r->crisis[crisis_named(r, need())];
		c->at = number();
	} else if is("chance") {
		struct crisis *c = &r->crisis[crisis_named(r, need())];
		int64_t num = number(), den = number();
		c->by_chance = true;
		c->chance = chance(num, den);
	} else if is("after") {
		struct crisis *c = &r->crisis[crisis_named(r, need())];
		c->waits = true;
		c->after = condition(r);
	} else if is("exclude") {
		struct crisis *c = &r->crisis[crisis_named(r, need())];
		c->exclude[kind_named(need())] = true;
	} else if is("spoils") {
		struct crisis *c = &r->crisis[crisis_named(r, need())];
		c->spoils = effect();
		c->territories = number();
	} else if is("spoils_units") {
		struct crisis *c = &r->crisis[crisis_named(r, need())];
		int u = unit_named(r, need());
		c->spoils_units[u] = number();
	} else if is("penalty") {
		struct crisis *c = &r->crisis[crisis_named(r, need())];
		c->penalty = effect();
	} else if is("war_boost")
		r->war_boost = effect();
	else if is("weariness")
		r->weariness = effect();
	else if is("victory_bonus")
		r->victory_bonus = effect();
	else if is("defeat")
		r->defeat = effect();
	else if is("war_costs")
		r->war_costs = number();
	else if is("reading") {
		static const char readings[][NAME] = {"reaches", "penalty_only", "per_war", "weariness_at_once", "debt", "at_once"};
		bool *to[] = {&r->reaches, &r->decline_penalty, &r->costs_per_war, &r->weariness_at_once, &r->debt, &r->spoils_at_once};
		*to[find("reading", need(), readings[0], NAME, 6)] = true;
	} else if is("victory") {
		if (r->conditions == MAX_CONDITIONS)
			die("line %d: more than %d victory conditions", line, MAX_CONDITIONS);
		char outcome[NAME];
		name(outcome);
		int o = 0;
		while (o < r->outcomes && strcmp(r->outcome[o], outcome))
			o++;
		if (o == r->outcomes)
			strcpy(r->outcome[r->outcomes++], outcome);
		struct condition c = condition(r);
		c.outcome = o;
		r->victory[r->conditions++] = c;
	} else if is("congress") {
		static const char congresses[][NAME] = {"pollster"};
		find("congress", need(), congresses[0], NAME, 1);
		seats->declare = pollster_declares;
		seats->peace = pollster_peace;
		seats->declare_above = number();
		seats->peace_below = number();
	} else if is("president") {
		static const char presidents[][NAME] = {"all-in", "even-split"};
		seats->deploy = find("president", need(), presidents[0], NAME, 2) ? even_split : all_in;
	} else if is("legislation") {
		static const char legislations[][NAME] = {"shopping-list", "arm-when-at-war"};
		seats->buy = shopping_list;
		if (find("legislation", need(), legislations[0], NAME, 2)) {
			seats->buy = arm_when_at_war;
			seats->reserve = number();
		}
		list(r, seats);
	} else
		die("line %d: the key %s is unknown", line, key);
#undef is
	const char *more = word();
	if (more)
		die("line %d: %s is one word too many", line, more);
}

static void read_rules(struct rules *r, struct seats *seats, const char *path)
{
	FILE *f = fopen(path, "r");
	if (!f)
		die("cannot open the rules %s", path);
	char text[512];
	while (fgets(text, sizeof text, f)) {
		line++;
		char *comment = strchr(text, '#');
		if (comment)
			*comment = 0;
		words = text;
		const char *key = word();
		if (key)
			read_line(r, seats, key);
	}
	fclose(f);
	strcpy(r->outcome[r->outcomes++], "unresolved");
	if (!seats->declare || !seats->deploy || !r->tax_den || !r->turns)
		die("%s: turns, tax, congress and president are needed", path);
}

static void start(struct game *g, const struct rules *r, const struct seats *seats)
{
	g->r = r;
	g->seats = *seats;
	g->t = new_tally(r);
	g->start = (struct state){.approval = r->approval.start, .fervor = r->fervor.start, .treasury = r->treasury, .income = r->income};
	if (!r->debt) {
		g->start.treasury = most(g->start.treasury, 0);
		g->start.income = most(g->start.income, 0);
	}
	g->cheapest = INT32_MAX;
	g->reaches = r->reaches;
	for (int u = 0; u < r->units; u++) {
		const struct unit *unit = &r->unit[u];
		g->start.units[u] = unit->start;
		if (seats->buy && unit->purchase > 0)
			g->cheapest = least(g->cheapest, unit->purchase);
		for (int i = 0; i < unit->arrivals; i++)
			g->last_arrival = most(g->last_arrival, unit->arrives[i].turn);
	}
	for (int c = 0; c < r->crises; c++)
		g->last_crisis = most(g->last_crisis, r->crisis[c].at ? r->crisis[c].at : INT32_MAX);
}

/* --------------------------------------------------------------- the answer */

/* The digest is a sum of hashes of every counted cell, in any order. */
static uint64_t cell(uint64_t table, int64_t turn, int64_t v, uint64_t n)
{
	return n ? mix(mix(table * ODD_GAME + (uint64_t)turn * ODD_TURN + (uint64_t)v * ODD_INDEX) + n) : 0;
}

static uint64_t digest(const struct rules *r, const struct tally *t)
{
	uint64_t d = 0;
	for (int o = 0; o < r->outcomes; o++) {
		for (int32_t turn = 0; turn < t->turns; turn++)
			d += cell(1, turn, o, t->outcomes[o][turn]);
		d += cell(2, 0, o, t->first[o]);
	}
	for (int c = 0; c < r->crises; c++)
		for (int e = 0; e < ENDINGS; e++)
			for (int32_t turn = 0; turn < t->turns; turn++)
				d += cell(3, turn, c * ENDINGS + e, t->wars[c][e][turn]);
	for (int c = 0; c <= r->crises; c++)
		for (int32_t high = 0; high < t->classes; high++)
			for (int32_t low = 0; low <= high; low++)
				d += cell(256 + c, high, low, t->pairs[c][(size_t)high * t->classes + low]);
	d += cell(4, 0, 0, t->longest_game) + cell(4, 0, 1, t->longest);
	for (int i = 0; i < FINALS; i++) {
		const struct histogram *h = &t->finals[i];
		for (int32_t v = 0; v < h->width; v++)
			d += cell(16 + i, 0, h->lo + v, h->counts[v]);
		d += cell(16 + i, 1, 0, h->below) + cell(16 + i, 1, 1, h->above);
	}
	for (int i = 0; i < t->ncurves; i++) {
		const struct curve *c = &t->curves[i];
		for (int32_t turn = 0; turn < t->turns; turn++) {
			for (int32_t v = 0; v < c->width; v++) {
				d += cell(64 + 4 * i, turn, c->lo + v, c->steps[turn * c->width + v]);
				d += cell(65 + 4 * i, turn, c->lo + v, c->lasts[turn * c->width + v]);
			}
			for (int side = 0; side < 2; side++) {
				d += cell(66 + 4 * i, turn, side, c->steps_out[2 * turn + side]);
				d += cell(67 + 4 * i, turn, side, c->lasts_out[2 * turn + side]);
			}
		}
	}
	return d;
}

static double processor_time(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * 1e9 + now.tv_nsec;
}

int main(int argc, char **argv)
{
	static struct rules r;
	static struct seats seats;
	static struct game g;
	if (argc < 3)
		die("usage: inkopah RULES GAMES [SEED [FIRST]]");
	uint64_t games = strtoull(argv[2], NULL, 10);
	uint64_t seed = mix(argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
	uint64_t first = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
	read_rules(&r, &seats, argv[1]);
	start(&g, &r, &seats);

	double began = processor_time();
	for (uint64_t i = 0; i < games; i++)
		play(&g, seed, first + i);
	double spent = processor_time() - began;

	/* Every game begins with the steady values of the start, counted in turn 1. */
	for (int i = CURVE_STEADY; i < g.t->totals; i++)
		*curve_step(&g.t->curves[i], 1, g.t->curves[i].start) += games;
	uint64_t turns = 0, wars = 0, war_turns = 0;
	for (int c = 0; c < r.crises; c++)
		for (int e = 0; e < ENDINGS; e++)
			for (int32_t length = 0; length < g.t->turns; length++) {
				wars += g.t->wars[c][e][length];
				war_turns += length * g.t->wars[c][e][length];
			}
	printf("{\"games\":%" PRIu64 ",\"odds\":{", games);
	for (int o = 0; o < r.outcomes; o++) {
		uint64_t n = 0;
		for (int32_t turn = 0; turn < g.t->turns; turn++) {
			n += g.t->outcomes[o][turn];
			turns += turn * g.t->outcomes[o][turn];
		}
		printf("%s\"%s\":%" PRIu64, o ? "," : "", r.outcome[o], n);
	}
	uint64_t won = 0;
	for (int32_t turn = 0; turn < g.t->turns; turn++)
		won += g.t->outcomes[0][turn];
	printf("},\"first\":%" PRIu64 ",\"turns\":%" PRIu64 ",\"war_length\":%.6f,\"signature\":\"%016" PRIx64 "\",\"tallies\":\"%016" PRIx64 "\",\"ns\":%.2f}\n", won, turns,
		wars ? (double)war_turns / wars : 0, g.t->signature, digest(&r, g.t), spent / (games ? games : 1));
	return 0;
}
