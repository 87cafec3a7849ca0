# First calm never-tried events are sent, then other never-tried ones, then tried ones, calm ones first. Each fourth claim begins with those.

## an event is calm if no other event of its network waits
order 1 by=a net=home; order 2 by=b net=home; order 3 by=c net=work; claim -> 1 3 2

## a signed event is calm
order 1 by=a net=home; order 2 by=b net=home; order 3 by=c net=home signed; claim -> 1 3 2

## a signed event of the network makes the next one not calm
order 1 by=a net=home signed; order 2 by=b net=home; order 3 by=c; claim -> 1 3 2

## an event without a network is calm
order 1 by=a; order 2 by=b; event 2 -> 2, 0 tries, 0 refusals, calm, age 0s

## it does not become calm when the other one is delivered
order 1 by=a net=home; order 2 by=b net=home; deliver 1; event 2 -> 2, 0 tries, 0 refusals, age 0s

## it stays calm when others arrive
order 1 by=a net=home; order 2 by=b net=home; event 1 -> 1, 0 tries, 0 refusals, calm, age 0s

## it is calm if the other one was delivered, or is a dead letter, or was dropped
order 1 by=a net=home; deliver 1; order 2 by=b net=home; event 2 -> 2, 0 tries, 0 refusals, calm, age 0s
die 2; order 3 by=c net=home; event 3 -> 3, 0 tries, 0 refusals, calm, age 0s
drop 3; order 4 by=d net=home; event 4 -> 4, 0 tries, 0 refusals, calm, age 0s

## a refused report of the network does not wait
report 1 net=home; order 1 by=a net=home as=b; event b -> 1, 0 tries, 0 refusals, calm, age 0s

## a replayed event waits
order 1 by=a net=home; die 1; replay 1; order 2 by=b net=home; event 2 -> 2, 0 tries, 0 refusals, age 0s

## the network is known after a restart
order 1 by=a net=home; restart; order 2 by=b net=home; event 2 -> 2, 0 tries, 0 refusals, age 0s

## two events of one network in one moment: the second is not calm
order 1 by=a net=home & order 2 by=b net=home -> new new; event 1 -> 1, 0 tries, 0 refusals, calm, age 0s
event 2 -> 2, 0 tries, 0 refusals, age 0s

## tried events come last, calm or not
order 1 by=a; retry 1 busy; order 2 by=b net=home; order 3 by=c net=home; claim -> 2 3 1

## of the tried events, calm ones come first
order 1 by=a net=home; order 2 by=b net=home; order 3 by=c; deliver 1; retry 2 busy; retry 3 busy; claim 0; order 4 by=d; claim -> 4 3 2

## in a fourth claim too, and then the never-tried ones
order 1 by=a net=home; order 2 by=b net=home; order 3 by=c; deliver 1; retry 2 busy; retry 3 busy; order 4 by=d; claim -> 3 2 4

## within a lane, the event that is due longest is first
order 2 by=b age=1h; +1ms; order 1 by=a age=2h; claim -> 2 1

## each fourth claim begins with a tried event
6x order $n by=$n; retry n1 busy; claim 1 -> n2; claim 1 -> n3; claim 1 -> n1; claim 1 -> n4; claim 1 -> n5

## a fourth claim has never-tried events too
order 1 by=a; retry 1 busy; claim 0; claim 0; order 2 by=b; claim -> 1 2

## others limits the events outside the first lane
order 0 by=z net=x; order 1 by=a net=x; order 2 by=b net=x; retry 2 busy; claim others=1 -> 0 1; release 0 1
order 3 by=c; retry 3 busy; claim others=0 -> 0

## an event that no key opens waits an hour with its reason, and does not hold others
order 1 by=a; order 2 by=b; restart keys=other,first; restart keys=other; claim 1 ->; next -> 0s; claim 1 ->; order 3 by=c; claim 1 -> 3
rows -> 1 waiting unreadable, 2 waiting unreadable, 3 waiting; +1h-1ms; claim ->; next -> 1ms

## a start with its key sends it immediately
order 1; restart keys=other,first; restart keys=other; claim ->; restart keys=other,first; claim -> 1
