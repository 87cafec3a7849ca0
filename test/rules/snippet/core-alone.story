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
