# The state of a row is one word. The operator can replay, drop and send.

## an event waits, fails, and is delivered
order 1; rows -> 1 waiting; retry 1 busy in=1m status=503; rows -> 1 waiting busy; +1m; deliver 1; rows -> 1 delivered

## every step has its time, and the status of the API's answer
order 1; +5s; retry 1 busy in=1m status=503; +1m; retry 1 unreachable; deliver 1 status=200
timeline 1 -> 0s accepted, 5s busy 503, 1m5s unreachable, 1m5s delivered 200

## a dead letter has its reason, and is logged
order 1; die 1 no_session status=404; rows -> 1 dead no_session; log -> dead_letter no_session; timeline 1 -> 0s accepted, 0s no_session 404

## tries and refusals are counted
order 1; retry 1 busy; retry 1 no_session refusal; event 1 -> 1, 2 tries, 1 refusals, calm, age 0s

## an event that was not sent has no more tries
order 1; retry 1 busy; die 1 expired; timeline 1 -> 0s accepted, 0s busy, 0s expired; replay 1; event 1 -> 1, 1 tries, 0 refusals, calm, age 0s

## a delivered event is known for 180 days
+10m; order 1; deliver 1; +180d-1ms; sweep; rows -> 1 delivered; +1ms; sweep; rows ->; anew 1 -> new

## a delivered event is deleted when as many newer ones were delivered as the limit says
limits delivered=2; +10m; order 1 by=a; order 2 by=b; order 3 by=c; order 4 by=d; deliver 2; deliver 3; sweep; tally -> 2 waiting, 2 delivered
deliver 4; sweep; rows -> 1 waiting, 3 delivered, 4 delivered

## a dead letter is deleted 14 days after its death
+10m; order 1; +1d; die 1; +14d-1ms; sweep; rows -> 1 dead refused; +1ms; sweep; rows ->

## an event that waits is never deleted
+10m; order 1; +200d; sweep; rows -> 1 waiting

## more rows than one transaction deletes
+10m; 401x report $n as=$n; +14d; sweep; rows ->

## replay sends a dead letter again, as if never refused
order 1; retry 1 no_session refusal; die 1 no_session; replay 1 -> 1; rows -> 1 waiting; event 1 -> 1, 1 tries, 0 refusals, calm, age 0s

## replay of a reason
order 1 by=a; die 1; order 2 by=b; die 2 no_session; order 3 by=c; die 3; replay reason=refused -> 2; rows -> 1 waiting, 2 dead no_session, 3 waiting

## replay leaves an event that waits or was delivered
order 1; replay 1 -> 0; deliver 1; replay 1 -> 0; rows -> 1 delivered

## drop deletes one event that waits, is dead, or was refused
order 1; drop 1 -> 1; order 2; die 2; drop 2 -> 1; report 3 as=r; drop r -> 1; rows ->; drop 1 -> 0

## drop leaves a delivered event, which stays known
order 1; deliver 1; drop 1 -> 0; anew 1 -> duplicate

## drop of a reason deletes dead letters only
order 1 by=a; die 1 no_session; order 2 by=b; retry 2 no_session; drop reason=no_session -> 1; rows -> 2 waiting no_session

## an event that is dropped while it is sent stays dropped
order 1 by=a; order 2 by=b; order 3 by=c; claim -> 1 2 3; drop 1; drop 2; drop 3; deliver 1; retry 2 busy; die 3
rows ->; log -> operator 1, operator 1, operator 1

## the next of its line is sent after the outcome
order 1; order 2; claim -> 1; drop 1; claim ->; deliver 1; claim -> 2

## send makes an event due
order 1; retry 1 busy in=1h; send 1 -> due; claim -> 1

## send of a dead letter or a delivered event does nothing
order 1 by=a; die 1; send 1 -> dead; order 2 by=b; deliver 2; send 2 -> unknown; claim ->

## find shows delivered events first, and with an address only this customer's
order 1 as=a by=eve; order 1 as=b; order 1 as=c by=bob; deliver a; find 1 -> a delivered, c waiting, b waiting
find 1 by=eve -> a delivered; find 2 ->

## find knows both names of an order
webhook 1001 name=5551; find 5551 -> 1001 waiting; find #1001 -> 1001 waiting

## pages have waiting events by arrival, others by time, the latest first
order 1 by=a; order 2 by=b; +1ms; order 3 by=c; page state=waiting most=2 -> 1 2 | 3; page order=2 -> 2; page by=c -> 3
die 1; +1ms; die 2 no_session; +1ms; die 3; page state=dead most=2 -> 3 2 | 1; page state=dead reason=refused -> 3 1; page state=waiting ->
order 4 by=d; order 5 by=e; die 4; die 5; page state=dead most=1 -> 5 | 4 | 3 | 2 | 1

## pages of delivered events begin with the latest
order 1 by=a; order 2 by=b; order 3 by=c; deliver 2; deliver 1; page state=delivered -> 2 1; page state=delivered most=1 -> 2 | 1
