# Several proxies on one database share the work by leases of 60 s.

## a claimed event is not claimed by another proxy, nor another of its line
order 1; order 2; order 3 by=eve; claim 1 -> 1; proxy b; claim -> 3; claim ->

## an unsigned event does not overtake the signed one that another proxy sends
order 2 signed; +1ms; order 1 age=1m; claim -> 2; proxy b; claim ->

## a lease ends after 60 s
order 1; claim -> 1; proxy b; +1m-1ms; claim ->; +1ms; claim -> 1

## an outcome of a lease that another proxy has is not written
order 1 by=a; order 2 by=b; order 3 by=c; claim -> 1 2 3; proxy b; +1m; claim -> 1 2 3; proxy a; deliver 1; retry 2 busy; die 3
rows -> 1 waiting, 2 waiting, 3 waiting; proxy b; deliver 1; retry 2 busy; die 3; rows -> 1 delivered, 2 waiting busy, 3 dead refused

## an outcome counts if no other proxy has claimed the event
order 1; claim -> 1; +2m; deliver 1; rows -> 1 delivered

## its own proxy does not claim it twice after its lease
order 1; order 2; claim -> 1; +2m; claim ->

## a lease ends with an outcome, with a release, and when its proxy stops
order 1; retry 1 busy; proxy b; claim -> 1; release 1; proxy a; claim -> 1; deliver 1; order 2; claim -> 2; restart; claim -> 2

## a release does not end the lease of another proxy
order 1; claim -> 1; proxy b; +1m; claim -> 1; proxy a; release 1; claim ->

## each recognises the duplicates of the others
order 1; proxy b; anew 1 -> duplicate; order 1 as=c signed -> new; proxy a; order 1 as=d signed -> duplicate

## each knows the rows of the others after 5 s
limits waiting=3; order 1 by=a signed; proxy b; order 2 by=b signed; proxy a; order 3 by=c signed -> new; +5s; order 4 by=d signed -> full

## no row is dropped for one that another proxy has just dropped
limits dead=2; order 1 by=a; die 1; order 2 by=b; die 2; proxy b; drop 1; proxy a; order 3 by=c; die 3; dropped -> 0

## a lease ends when the database's clock is set back
order 1; claim -> 1; proxy b; clock -2h; claim -> 1

## a postponed event has no lease
order 1 age=73h; claim ->; proxy b; +10m; claim -> 1:expired

## each counts the dead letters of all, and no row is dropped twice
limits dead=2; order 1 by=a; die 1; order 2 by=b; die 2; proxy b; order 3 by=c; die 3; dropped -> 2; proxy a; dropped -> 2; tally -> 1 dead refused
