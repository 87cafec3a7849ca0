# While the API is away, one event is claimed at a time, mostly never-tried ones. A delivery makes failed events due.

## events that failed because of the API are tried before they are due
order 1; retry 1 unreachable in=1h; claim ->; claim 1 away -> 1

## not events that the API refused, or that it asked to wait
order 1; retry 1 no_session in=1h refusal; order 2 by=b; retry 2 busy in=1h; claim 1 away ->

## such an event when it is due
order 1; retry 1 busy in=1h; +1h; claim 1 away -> 1

## never-tried events are first, and others before calm ones
order 1 by=a; retry 1 unreachable in=1h; order 2 by=b net=x; order 3 by=c net=x; claim 1 away -> 3; claim 1 away -> 2
claim 1 away -> 1

## a fourth claim begins with tried events that are not calm
order 1 by=a net=x; retry 1 unreachable; order 2 by=b net=x; retry 2 unreachable; claim 0; order 3 by=c; claim 1 away -> 2

## a fourth claim for calm events begins with tried ones, so new orders that the API refuses do not delay them
order 1 by=a; retry 1 unreachable in=1h; order 2 by=b; order 3 by=c; order 4 by=d; order 5 by=e
claim 1 away calm -> 5; claim 1 away calm -> 4; claim 1 away calm -> 3; claim 1 away calm -> 1

## of the never-tried events the newest is first, only while the API is away
order 1 by=a; +1ms; order 2 by=b; +1ms; order 3 by=c; claim 1 away -> 3; claim 1 -> 1; claim 1 away -> 2

## calm ones only
order 1 by=a net=x; order 2 by=b net=x; claim 1 away calm -> 1; claim 1 away calm ->
retry 2 unreachable in=1h; claim 1 away calm ->; retry 1 unreachable in=1h; claim 1 away calm -> 1

## no second event of a line that is being sent
order 1; order 2; claim 1 away -> 1; claim 1 away ->

## a webhook's order is not sent in its first minute
webhook 1; claim 1 away ->; +1m; claim 1 away -> 1

## waking makes the events of these reasons due, in the order of their times
order 1 by=a; order 2 by=b; order 3 by=c; retry 1 unreachable in=30m; retry 2 busy in=20m
retry 3 no_session in=1h refusal; wake unreachable busy; claim -> 2 1

## waking leaves an event that was never tried
webhook 1; wake unreachable; claim ->

## a claim for calm events does not count as one of four
order 1 by=a net=x; order 2 by=b net=x; retry 2 unreachable in=1h; claim 0; claim 0; claim 1 away calm -> 1
order 3 by=c net=y; claim 1 away -> 2

## a tried event that is not calm has the other claims, while calm events fail again and again
order 1 by=a; retry 1 unreachable in=1h; order 2 by=b net=x; order 3 by=c net=x; retry 2 unreachable in=1h; retry 3 unreachable in=2h; claim 1 away -> 3

## an event that was due before goes before the woken ones
order 1 by=a; order 2 by=b; retry 1 unreachable in=30m; retry 2 unreachable in=1m; +2m; wake unreachable; claim -> 2 1
