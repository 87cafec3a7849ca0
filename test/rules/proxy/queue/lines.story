# One event of a line is sent at a time, the oldest due one first. A line is a customer's orders, or sign-ups to one list.

## the oldest of a customer is first, by the time it happened
order 2 age=1ms; order 1 age=2ms; claim -> 1; deliver 1; claim -> 2

## events of one time are sent in the order of arrival
order 2; order 1; claim -> 2; deliver 2; claim -> 1

## the next one is sent after an outcome: delivered, a failure, or a dead letter
order 1; order 2; order 3; claim -> 1; claim ->; retry 1 busy in=1m; claim -> 2; claim ->; die 2; claim -> 3

## an event that is not due does not block others
order 1; claim -> 1; retry 1 http_503 in=2m; order 2 -> new; claim -> 2

## an event that becomes due waits while another of its line is sent
order 1; retry 1 busy in=1m; order 2; claim -> 2; +1m; claim ->; deliver 2; claim -> 1

## an older tried event goes before a younger never-tried one
order 1; order 2; retry 1 busy; claim 1 -> 1

## an older event that is due again goes before a younger one
order 1; order 2; retry 1 busy in=1m; retry 2 busy in=1m; +1m; claim 1 -> 1

## a webhook's order in its first minute does not block the next order
webhook 1; order 2; claim -> 2

## the orders and each list of a customer are lines of their own
order 1; sign-up as=a; sign-up as=b on=other; claim -> 1 a b

## the sign-ups to one list are one line
sign-up as=a; sign-up as=b city=Rome; claim -> a; deliver a; claim -> b

## customers do not wait for each other
order 1; order 2 by=eve; claim -> 1 2

## a signed event does not wait for an older unsigned one
order 2 signed; +1ms; order 1 age=1m; claim -> 2; deliver 2; claim -> 1

## an unsigned event waits for an older unsigned one
order 2; +1ms; order 1 age=1m; claim -> 1; deliver 1; claim -> 2

## any event waits for an older signed one
order 2; +1ms; order 1 age=1m signed; claim -> 1
order 4 by=eve signed; +1ms; order 3 by=eve age=1m signed; claim -> 3

## a calm event does not wait for an older one that is not calm
order 0 by=z net=x; order 1 net=x; +1ms; order 2; claim -> 0 2; deliver 2; claim -> 1

## an event that is not calm waits for an older one, calm or not
order 0 by=z net=x; order 1 net=x; order 2 net=x; order 3 by=eve; order 4 by=eve net=x; claim -> 0 3 1

## a dead letter and a delivered event do not block
order 1; die 1; order 2; claim -> 2; deliver 2; order 3; claim -> 3

## an event whose claim is released is next again
order 1; order 2; claim -> 1; release 1; claim -> 1

## one customer with many orders does not hide the others
10x order $n; order 1 by=eve; claim 2 -> n1 1; claim 1 ->; order 2 by=bob; claim 1 -> 2

## one customer with unsigned and signed orders does not hide the others
order 1; order 2 signed; claim 1 -> 1; order 3 by=eve; claim 1 -> 3

## no more are claimed than wanted
order 1 by=a; order 2 by=b; order 3 by=c; claim 2 -> 1 2; claim 2 -> 3; claim 2 ->

## next is the time until an event is due, if fewer came than wanted
order 1; retry 1 busy in=1m; claim ->; next -> 1m; order 2; claim 1 -> 2; next -> never; deliver 2; claim 1 ->; next -> 1m

## next is never if no event waits, or only blocked ones
claim ->; next -> never; order 1; order 2; claim -> 1; next -> never
