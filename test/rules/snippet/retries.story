# A page retries ten times quickly if a server answers, three times if none does, and then once a minute. Waits are at their longest here.

## with an answer: ten times, within 2 s, doubling to 60 s, then once a minute
visible; proxy 503; order a -> >a a:queued:http_503; +10m -> >a@2s >a@6s >a@14s >a@30s >a@1m2s >a@2m2s >a@3m2s >a@4m2s >a@5m2s >a@6m2s >a@7m2s >a@8m2s >a@9m2s

## a hidden page does not try once a minute
proxy 503; random 0; order a -> >a a:queued:http_503 >a; +1h -> >a@1ms >a@2ms >a@3ms >a@4ms >a@5ms >a@6ms >a@7ms >a@8ms

## the tenth attempt is the last one with jitter
visible; proxy 503; random 0; order a -> >a a:queued:http_503 >a; +3m -> >a@1ms >a@2ms >a@3ms >a@4ms >a@5ms >a@6ms >a@7ms >a@8ms >a@1m8ms >a@2m8ms

## without an answer: three times, then once a minute
visible; proxy away; random 0; order a -> >a >a! a:queued:network >a >a!; +3m -> >a@1ms >a!@1ms >a@1m1ms >a!@1m1ms >a@2m1ms >a!@2m1ms

## a 429 doubles the wait, and does not count, so a hidden page continues
proxy 429; order a -> >a a:queued:http_429; +10m -> >a@2s >a@6s >a@14s >a@30s >a@1m2s >a@2m2s >a@3m2s >a@4m2s >a@5m2s >a@6m2s >a@7m2s >a@8m2s >a@9m2s

## a delivery starts the count again for all waiting events
proxy 503; random 0; order a -> >a a:queued:http_503 >a; +10s -> >a@1ms >a@2ms >a@3ms >a@4ms >a@5ms >a@6ms >a@7ms >a@8ms; proxy accepts then 503; order b -> >b >a b:accepted >a; +10s -> >a@1ms >a@2ms >a@3ms >a@4ms >a@5ms >a@6ms >a@7ms >a@8ms

## online, a return to the page and a visible tab are attempts too
page; start; proxy 503; random 1; order a -> >a a:queued:http_503; online -> >a; pageshow restored -> >a; visible -> >a

## the first pageshow and a hidden tab are not
page; start; proxy 503; order a -> >a a:queued:http_503; pageshow ->; hidden ->

## a tab that is visible again sends an event whose storage was cleared
page; start; proxy 503; order a -> >a a:queued:http_503; clear; visible -> >a

## Retry-After in seconds
proxy 503+2m; order a -> >a a:queued:http_503; +119s ->; +1s -> >a@1s

## at least a second
proxy 503+0; order a -> >a a:queued:http_503; +999ms ->; +1ms -> >a@1ms

## at most an hour
proxy 503+86400; order a -> >a a:queued:http_503; +1h-1ms ->; +1ms -> >a@1ms

## an HTTP date, and one that has passed
proxy 503+date+90s then 404; order a -> >a a:queued:http_503; +89s ->; +1s -> >a@1s
proxy 503+date-90s then 404; order b -> >b b:queued:http_503; +1s -> >b@1s

## any other text is ignored
proxy 503+soon; order a -> >a a:queued:http_503; +1999ms ->; +1ms -> >a@1ms

## Retry-After holds all waiting events, whatever would start an attempt
keep earlier; page; start; proxy 503+2m; order a -> >a a:queued:http_503; online ->; +119s ->; +1s -> >earlier@1s >a@1s

## a new order is still tried once, because its shopper may never return
proxy 503+2m; order a -> >a a:queued:http_503; proxy accepts; order b -> >b b:accepted

## its delivery does not end the pause of the others, which are sent after it
proxy 503+2m; order a -> >a a:queued:http_503; proxy accepts; order b -> >b b:accepted; +119s ->; +1s -> >a@1s a:accepted@1s

## after a Retry-After the event is sent again, even if the clock was set back
proxy 503+5s; order a -> >a a:queued:http_503; clock -50ms; +6s -> >a@5s

## or if the browser is offline at that time
offline; proxy 503+5s; order a -> >a a:queued:http_503; +6s -> >a@5s

## after a redirect or perhaps a bad deploy, the event waits for the next page
proxy redirects; order a -> >a a:queued:http_0; proxy 301; order a1 -> >a1 a1:queued:http_301; proxy 401; order b -> >b b:queued:http_401; proxy 403; order c -> >c c:queued:http_403; proxy 404; order d -> >d d:queued:http_404
proxy 405; order e -> >e e:queued:http_405; proxy 501; order f -> >f f:queued:http_501; proxy 505; order g -> >g g:queued:http_505; proxy 511; order h -> >h h:queued:http_511; +1h ->; timers -> 0

## offline, no timer runs; online retries immediately
page; start; +1m; offline; proxy away; order a -> >a a:queued:network; order b -> >b b:queued:network; order c -> >c c:queued:network; order d -> >d d:queued:network; +10s ->; timers -> 0
proxy accepts; online -> >a >b >c >d! a:accepted b:accepted c:accepted d:accepted
