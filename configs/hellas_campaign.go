package configs

import "github.com/polemos-sim/polemos/engine/hellas"

// campaignKeys are the numbers of the campaign model, in the order of its phases.
func (p *hellasPart) campaignKeys() section {
	c := &p.campaign
	const money, points, many = 1_000_000, 1000, 100
	return section{
		{name: "keep", doc: "D1: power below which a dominant major steps down", value: integer{&c.Keep, 0, many}},
		{name: "take", doc: "D2: power from which a major may lead", value: integer{&c.Take, 0, many}},
		{name: "diplomacy_rounds", doc: "D: rounds of the diplomatic phase", value: integer{&c.DiplomacyRounds, 0, many}},
		{name: "court_cost", doc: "D4: talents it costs to court a neutral minor", value: integer{&c.CourtCost, 0, money}},
		{name: "court_roll", doc: "D4: die from which it becomes an ally", value: integer{&c.CourtRoll, -points, points}},
		{name: "peace_broken", doc: "D5: bellicosity lost by breaking a peace", value: integer{&c.PeaceBroken, 0, hellas.BellicosityMost}},
		{name: "ally_follows", doc: "D0: whether an ally takes its patron's relations to third parties", value: truth{&c.AllyFollows}},
		{name: "ally_lost", doc: "bellicosity a patron loses when an ally is defeated", value: integer{&c.AllyLost, 0, hellas.BellicosityMost}},
		{name: "rounds", doc: "O: rounds of the operations phase", value: integer{&c.Rounds, 0, many}},
		{name: "land_cost", doc: "O1: talents for each SP of an operation by land", value: integer{&c.LandCost, 0, money}},
		{name: "naval_cost", doc: "O1: talents for each SP of an operation by sea", value: integer{&c.NavalCost, 0, money}},
		{name: "strength", doc: "O3: strength of an SP in battle", value: section{
			{name: "H", doc: "of a hoplite SP", value: integer{&c.Strength[hellas.Hoplites], 0, many}},
			{name: "C", doc: "of a cavalry SP", value: integer{&c.Strength[hellas.Cavalry], 0, many}},
			{name: "N", doc: "of a naval SP", value: integer{&c.Strength[hellas.Naval], 0, many}},
		}},
		{name: "loss_each", doc: "O3: points of difference for each SP that the loser of a battle removes", value: integer{&c.LossEach, 1, points}},
		{name: "winner_loses", doc: "O3: difference up to which the winner removes one SP", value: integer{&c.WinnerLoses, -1, points}},
		{name: "shaken_by", doc: "O3: SPs lost in a lost battle that cost bellicosity", value: integer{&c.ShakenBy, 0, many}},
		{name: "battle_lost", doc: "O3: bellicosity that they cost", value: integer{&c.BattleLost, 0, hellas.BellicosityMost}},
		{name: "storm_roll", doc: "O2: die from which a storm rises at Cape Taenarum", value: integer{&c.StormRoll, -points, points}},
		{name: "incite_roll", doc: "O5: total from which an incited tributary rebels", value: integer{&c.InciteRoll, -points, points}},
		{name: "siege_fortress", doc: "O6: what walls add to the total that a siege must reach", value: integer{&c.SiegeFortress, 0, points}},
		{name: "siege_garrison", doc: "O6: what a garrison adds to it", value: integer{&c.SiegeGarrison, 0, points}},
		{name: "garrison_cost", doc: "O6: talents for the garrison that a captor leaves", value: integer{&c.GarrisonCost, 0, money}},
		{name: "home_captured", doc: "O6: whether a major whose home falls keeps fighting, or is defeated", value: either(&c.HomeCaptured, "keep", "defeat")},
		{name: "hostage_by", doc: "O7: difference from which a lost land battle costs a hostage", value: integer{&c.HostageBy, 0, points}},
		{name: "revenue", doc: "E1: talents from a home area", value: integer{&c.Revenue, 0, money}},
		{name: "revenue_harmed", doc: "E1: talents from it while a fortress of it is unfriendly or ravaged", value: integer{&c.RevenueHeld, 0, money}},
		{name: "trade", doc: "E1: talents from the trade of a commercial major", value: integer{&c.Trade, 0, money}},
		{name: "unrest_roll", doc: "E2: total from which a tributary rebels over its tribute", value: integer{&c.UnrestRoll, -points, points}},
		{name: "builds", doc: "E3: SPs that a major may build a turn", value: integer{&c.Builds, 0, many}},
		{name: "build_cost", doc: "E3: talents for each", value: integer{&c.BuildCost, 0, money}},
		{name: "fund_floor", doc: "E4: talents that stay while the emergency fund rule is in effect", value: integer{&c.FundFloor, 0, money}},
	}
}
