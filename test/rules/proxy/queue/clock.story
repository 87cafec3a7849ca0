# Until both clocks have agreed for ten minutes, also after a start, nothing expires, is deleted, or is overtaken from the future.

## after a start an event that is too old is postponed
order 1 age=73h; claim ->; next -> 0s; claim ->; next -> 1m; rows -> 1 waiting; +10m-1ms; claim ->; +1m; claim -> 1:expired

## an event that is not too old is sent
order 1 age=71h; claim -> 1

## a postponed event keeps its reason and does not block its line
order 1 age=72h; retry 1 busy in=1ms; order 2; +1ms; claim ->; claim -> 2; rows -> 1 waiting busy, 2 waiting

## after a jump of the wall clock an event is postponed
+10m; order 1; clock +4d; claim ->; +10m; claim -> 1:expired

## a difference of a minute is not a jump
+10m; order 1 age=72h; clock +1m; claim -> 1:expired

## a difference of more than a minute is one
+10m; order 1 age=72h; clock +60001ms; claim ->

## a clock that is set back is doubted too
+10m; order 1 age=72h; +1h; clock -61s; claim ->

## after a jump nothing is deleted
+10m; order 1; die 1; order 2; deliver 2; report 3; clock +200d; sweep; tally -> 1 dead refused, 1 delivered, 1 refused no_email
+10m; sweep; rows ->

## after a start nothing is deleted
order 1; die 1; +15d; restart; sweep; rows -> 1 dead refused; +10m-1ms; sweep; rows -> 1 dead refused; +1ms; sweep; rows ->

## a second jump begins the ten minutes again
+10m; order 1; die 1; clock +20d; sweep; +9m; clock +2m; sweep; +9m; sweep; rows -> 1 dead refused; +1m; sweep; rows ->

## a delivered event from the future overtakes nothing
clock +2d; order 2; deliver 2; clock -2d; order 1; claim -> 1

## an event that a wrong clock has postponed is due now
clock +2d; order 1; retry 1 busy in=1m; clock -2d; claim -> 1

## an event that waits for up to an hour keeps its time
order 1; retry 1 busy in=1h; clock +2m; claim ->; next -> 58m

## an event that failed and waits for half an hour keeps its time
order 1; retry 1 unreachable in=29m30s; clock -61s; claim ->; next -> 30m31s

## an event that a wrong clock has postponed for longer than that is due now
order 1; retry 1 unreachable in=30m; clock -2m; claim -> 1

## a never-tried event that is due in more than two minutes is due now
clock +10m; webhook 1; clock -10m; claim -> 1

## a never-tried event that is due within two minutes keeps its time
webhook 1; +2s; clock -61s; claim ->; next -> 1m59s

## a webhook's order is due when the clock was set forward by its minute
webhook 1; clock +2m; claim -> 1
