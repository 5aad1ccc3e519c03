package republic

import "strconv"

// deploy is step 6: the President puts units on the battle fronts.
func (p *player) deploy() {
	p.orders.free = p.s.Units
	p.asked = SeatPresident
	p.seats.President.Deploy(&p.View, &p.orders)
	p.asked = nobody
	p.tellDeployment()
}

// Orders take the President's deployment of a turn, and check it.
type Orders struct {
	p    *player
	free [MaxUnits]uint16 // on station
}

// OnStation is how many of unit u have no order yet.
func (o *Orders) OnStation(u int) int32 { return int32(o.free[u]) }

// Deploy puts n of unit u on the front of war w, beside those that are there. A
// unit can be deployed in only one war, and only where its kind can be used.
func (o *Orders) Deploy(u int, n int32, w int) {
	p, units := o.p, o.p.r.Units
	if uint(u) >= uint(len(units)) || uint(w) >= uint(p.s.NWars) {
		o.refuse(u, n, w)
		return
	}
	war := &p.s.Wars[w]
	if uint32(n) > uint32(o.free[u]) || n > 0 && !p.Usable(w, u) {
		o.refuse(u, n, w)
		return
	}
	o.free[u] -= uint16(n)
	war.Deployed[u] += uint16(n)
	war.Points += n * units[u].BattlePoints
	if war.Points > PointsMost {
		o.tooMany(war)
	}
}

func (o *Orders) tooMany(war *War) {
	o.p.fail("more than 1,000,000 battle points are deployed in the war about " + o.p.r.Crises[war.Crisis].Name)
	war.Points = 0
}

func (o *Orders) refuse(u int, n int32, w int) {
	if uint(u) >= uint(len(o.p.r.Units)) || uint(w) >= uint(o.p.s.NWars) {
		o.p.illegal("there is no unit " + strconv.Itoa(u) + " or no war " + strconv.Itoa(w) + " to deploy (counted from 0)")
		return
	}
	unit, crisis := &o.p.r.Units[u], &o.p.r.Crises[o.p.s.Wars[w].Crisis]
	order := "deploys " + strconv.Itoa(int(n)) + " " + unit.Name + " in the war about " + crisis.Name + ", "
	switch {
	case n < 0:
		o.p.illegal(order + "which is less than none")
	case crisis.Exclude[unit.Kind]:
		o.p.illegal(order + "where " + Kinds[unit.Kind] + " cannot be used")
	default:
		o.p.illegal(order + "but " + strconv.Itoa(int(o.free[u])) + " of " + strconv.Itoa(int(o.p.s.Units[u])) +
			" are left on station: a unit can be deployed in only one war")
	}
}
