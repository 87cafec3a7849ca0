# An event is dead, overtaken, if a later event of its line was delivered, and expired if it is too old. A claim decides it.

## an event that happened at least a minute later was delivered
order 1 age=1m; retry 1 busy in=1m; order 2; deliver 2; +1m; claim -> 1:overtaken; die 1 overtaken; rows -> 1 dead overtaken, 2 delivered

## an event that arrives after the later one was delivered
order 2; deliver 2; order 1 age=1m; claim -> 1:overtaken

## not within a minute
order 2; deliver 2; order 1 age=59999ms; claim -> 1

## not by an earlier event
order 1 age=5m; deliver 1; order 2; claim -> 2

## not by an event that waits, or is a dead letter
order 1 age=5m; retry 1 busy in=1m; order 2; die 2; order 3; retry 3 busy in=5m; +1m; claim -> 1

## not by another customer's, a sign-up's, or another list's
order 2 by=eve; deliver 2; sign-up; deliver sign-up; order 1 age=5m; claim -> 1
sign-up on=other as=b age=5m; claim -> b

## a sign-up to the same list
sign-up; deliver sign-up; sign-up as=b city=Rome age=1m; claim -> b:overtaken

## a signed event by a signed one
order 2 signed; deliver 2; order 1 age=1m signed; claim -> 1:overtaken

## not a signed event by an unsigned one
order 2; deliver 2; order 1 age=1m signed; claim -> 1

## an unsigned event by a signed one
order 2 signed; deliver 2; order 1 age=1m; claim -> 1:overtaken

## not an event that the operator replays
order 2; deliver 2; order 1 age=1m; die 1 overtaken; replay 1 -> 1; claim -> 1

## an order that is older than 72 h is expired, a sign-up is not
+10m; order 1 age=72h; claim -> 1; order 2 by=eve age=72h; sign-up age=72h; +1ms; claim -> 2:expired sign-up

## a sign-up that is older than 7 days is expired
+10m; sign-up age=7d; claim -> sign-up; sign-up as=b city=Rome by=eve age=7d; +1ms; claim -> b:expired

## not an event that the operator replays
+10m; order 1 age=73h; die 1 expired; replay 1 -> 1; claim -> 1

## it stays a dead letter with its reason
+10m; order 1 age=73h; claim -> 1:expired; die 1 expired; rows -> 1 dead expired; claim ->

## it does not hold the next event of its line
+10m; order 1 age=73h; order 2; claim 1 -> 1:expired; die 1 expired; claim 1 -> 2
