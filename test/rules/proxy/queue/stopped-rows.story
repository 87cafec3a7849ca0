# Dead letters and refused reports never block events. Of too many, the oldest of the largest network go, unsigned first.

## the oldest rows of the network that has most are deleted, counted and logged
limits dead=100; 40x report $n as=$n net=mid; 60x report $n as=$n net=big; dropped -> 0; report x net=small
tally -> 99 refused no_email; dropped -> 2; log -> dead_letter_dropped no_email, dead_letter_dropped no_email
find n41 ->; find n42 ->; find n43 -> report refused no_email x1; find n1 -> report refused no_email x1; find x -> report refused no_email x1

## a row of the limit stays
limits dead=2; order 1 by=a; die 1; report 2; tally -> 1 dead refused, 1 refused no_email; dropped -> 0

## a dead letter and a refused report count alike
limits dead=2; report 1; +1ms; order 2 by=a; die 2; +1ms; order 3 by=b; die 3; find 1 ->; find 3 -> 3 dead refused

## unsigned ones go before signed ones, whatever their age
limits dead=2; order 1 by=a signed; die 1; order 2 by=b signed; die 2; +1ms; order 3 by=c; die 3; rows -> 1 dead refused, 2 dead refused

## also if the signed network has more
limits dead=3; 3x order $n by=$n signed net=shop; die n1; die n2; die n3; order 1 net=home; die 1; tally -> 3 dead refused; find 1 ->

## of signed ones alone, the oldest go
limits dead=2; order 1 by=a signed; die 1; +1ms; order 2 by=b signed; die 2; +1ms; order 3 by=c signed; die 3
rows -> 3 dead refused

## bytes are limited too
limits deadBytes=2000; order 1 by=a signed size=900; die 1; +1ms; order 2 by=b signed size=900; die 2; rows -> 2 dead refused

## the API's answer counts as bytes
limits deadBytes=2000; order 1 by=a signed size=850; order 2 by=b signed size=850; die 1; +1ms; die 2; dropped -> 0
restart; replay 2; die 2 refused answer=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; rows -> 2 dead refused

## a replayed dead letter is not deleted
limits dead=1; order 1 by=a; die 1; replay 1; order 2 by=b; die 2; rows -> 1 waiting, 2 dead refused

## a dropped or replayed row makes room
limits dead=2; order 1 by=a; die 1; order 2 by=b; die 2; drop 1 -> 1; order 3 by=c; die 3; replay 2 -> 1; order 4 by=d
die 4; dropped -> 0

## waiting events are never deleted for them, and events are accepted
limits dead=1; 3x order $n by=$n; die n1; die n2; order 4 -> new; rows -> n3 waiting, 4 waiting

## they are counted after a restart
limits dead=1; order 1 by=a signed; die 1; restart; +1ms; order 2 by=b signed; die 2; dropped -> 2

## a replayed dead letter has the API's answer once
limits deadBytes=1500; order 1 by=a signed size=800; die 1 refused answer=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; replay 1
die 1 refused answer=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; replay 1; die 1 refused answer=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; restart; order 2 by=b; die 2; dropped -> 0
