package configs_test

import ("testing";"fmt"
"github.com/polemos-sim/polemos/configs";"github.com/polemos-sim/polemos/policies")

func TestNumbers(t *testing.T) {
	s, err := configs.Load("inkopah", policies.Default(), []configs.Setting{{"policies.president.policy","reserve"}})
	if err != nil { t.Fatal(err) }
	for _, n := range s.Numbers(policies.Default()) { fmt.Println(n) }
}
