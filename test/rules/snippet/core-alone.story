# The core alone makes the first attempt of each event. All others are made by the rest. If it cannot be loaded, the next page tries again.

## after a failed attempt the rest retries the event
page core; proxy away then accepts; order a -> >a; load -> a:queued:network; +2s -> >a@2s a:accepted@2s; stored ->

## the rest does not send an event whose first attempt is under way
page core; proxy hangs; order a -> >a; load ->; +5s ->

## without the rest it stays stored, and the call has its outcome
page core; proxy away; order a -> >a; fail -> a:queued:network; stored -> a; +1h ->; page core; proxy accepts; look -> >a a:accepted; stored ->

## a denial in another tab counts while the rest is loading
page core; start; proxy away in=1s; order a -> >a; other-tab ->; +1s -> a:blocked:denied@1s; load ->; +1m ->; stored ->

## events of earlier pages are sent by the core, once, also without the rest
keep a; keep b age=25h; proxy away; page core; look -> >a b:dropped:expired; fail ->; +1m ->; stored -> a

## once, however often the page looks
keep a; keep b; proxy hangs; page core; look -> >a >b; look ->; fail ->; +9s ->

## they leave keepalive requests to an order of this page
keep a; keep b; keep c; keep d; proxy hangs; page core; look -> >a >b >c >d!; order e -> >e

## an event of this page, and another script's key, do not load the rest
page core nothing; proxy accepts; order a -> >a a:accepted; look ->; asks-for-rest -> false

## a visitor without stored events does not load it
page core nothing; look ->; asks-for-rest -> false

## a stored event that the proxy accepts does not load it
keep a; page core nothing; look -> >a a:accepted; asks-for-rest -> false

## an event under a consent recipe loads it
page core nothing consent-recipe; order a -> a:held:required; asks-for-rest -> true

## a stored event under a consent recipe loads it
page core nothing consent-recipe; look ->; asks-for-rest -> false; keep a; look ->; asks-for-rest -> true

## a whole purchase leaves in the task of its push, once
page core on=purchase; push purchase 1 items by=ada -> >1:ada 1:ada:accepted; load ->; hidden ->

## one that lacks its items waits for the rest
page core on=purchase; push purchase 1 by=ada ->; load -> >1:ada 1:ada:accepted; hidden ->

## it leaves as the core has read it when the page is hidden, also if the rest cannot be loaded
page core on=purchase; push purchase 1 by=ada ->; fail ->; hidden -> >1:ada 1:ada:accepted; hidden ->
page core on=purchase; push purchase 2 by=ada ->; hidden -> >2:ada 2:ada:accepted; hidden ->

## of two orders with a customer before each, each has its own
layer user by=ada; layer purchase 1 items; layer user by=bob; layer purchase 2 items; page core on=purchase -> >1:ada >2:bob 1:ada:accepted 2:bob:accepted

## one without its address leaves when the page is hidden, once
layer purchase 1 items; page core on=purchase ->; hidden -> >1:-; hidden ->; load -> 1:-:rejected:no_email; hidden ->; +1m ->

## it is completed by the core, once
layer purchase 1 items; page core on=purchase; hidden; push user by=ada -> >1:ada 1:ada:accepted; push user by=ada ->; hidden ->

## or by the rest, once
layer purchase 1 items; page core on=purchase; hidden; load -> 1:-:rejected:no_email; show email=ada; +1s -> >1:ada@200ms 1:ada:accepted@200ms; hidden ->; +1m ->
