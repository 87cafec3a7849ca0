# Events are stored and sent only with the shopper's consent. A denial erases them in all tabs, and the page learns which.

## before the choice, events are neither stored, read nor sent
keep earlier; page consent=required; order a -> a:held:required; flush ->; stored -> earlier; permission -> required; waiting -> a

## ten events wait; sign-ups end first, an eleventh order is rejected
page consent=required; sign-up s -> s:held:required; fill 10 -> s:dropped:outbox_full 1:held:required; order a -> a:rejected:outbox_full; stored ->

## granted: all held events are stored, and do not wait for each other
page consent=required; order a -> a:held:required; order b -> b:held:required; proxy hangs; consent granted -> >a >b; stored -> a b

## events of an earlier page are sent too, once the page has looked for them
keep a; page consent=required; look ->; consent granted -> >a a:accepted

## and not before
keep a; page consent=required; consent granted ->; look -> >a a:accepted

## denied: erases all events, and keeps the time of the denial
other-script; keep a; keep x text={; page; consent denied -> a:dropped:denied; keys -> cart ringup:denied

## the page learns which events were erased
keep a; proxy 404; page; order b -> >b b:queued:http_404; consent denied -> a:dropped:denied b:dropped:denied; stored ->

## a later call is blocked
page; consent denied; order a -> a:blocked:denied; permission -> denied; stored ->

## any word but granted is a denial
page; consent no; order a -> a:blocked:denied; page; consent true; order b -> b:blocked:denied

## during the first attempt: the event ends, and is not sent again without keepalive
visible; proxy away in=1s; order a -> >a; consent denied ->; +1m -> a:blocked:denied@1s

## an event under way is not retried, also after a grant in the same task
proxy 503 in=1s; order a -> >a; consent denied ->; consent granted ->; +1h -> a:blocked:denied@1s; stored ->; timers -> 0

## an event that the proxy accepts nevertheless is accepted
proxy accepts in=1s; order a -> >a; consent denied ->; +1s -> a:accepted@1s; stored ->

## a grant in the same task does not restore anything
page consent=required; order a -> a:held:required; consent denied -> a:dropped:denied; consent granted ->; stored ->

## events from before the denial are void, also for a page that finds them later
denied -1m; keep before age=61s; keep after age=59s; page; look -> >after after:accepted; stored ->

## a denial ahead of this clock does not count
denied +1m; keep a; page; look -> >a a:accepted

## a denial in another tab counts here
page; start; +3s ->; proxy 503; order a -> >a a:queued:http_503; other-tab -> a:dropped:denied; order b -> b:blocked:denied

## one from before this page does not
page; denied -1ms; start; +3s ->; permission -> not-required

## one from the begin of this page does
page; denied 0s; start; +3s ->; permission -> denied

## a late denial does not erase events that were stored after a later yes
page; start; +3s; proxy 503; order a -> >a a:queued:http_503; keep b age=-1s; other-tab -> a:dropped:denied; stored -> b

## one that this page has not heard of counts for its first event
page; denied 0s; order a -> a:blocked:denied; stored ->

## a yes after a no counts for an event of the same millisecond
page; consent denied ->; consent granted ->; proxy 404; order a -> >a a:queued:http_404; +1ms; page; proxy accepts; look -> >a a:accepted

## a yes does not repeat an attempt of this page
keep a; proxy 404; page; look -> >a; consent granted ->
