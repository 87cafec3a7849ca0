# An event is stored, sent, and only then removed. The next page sends an event again that was not delivered.

## the event is stored until the proxy has accepted it
proxy accepts in=5s; order a -> >a; stored -> a; +5s -> a:accepted@5s; stored ->

## it has the age that it has by then
proxy away in=5s then accepts; order a -> >a; ages -> 0s; +5s -> a:queued:network@5s; +2s -> >a@2s a:accepted@2s; ages -> 7s

## it waits without a network
proxy away; order a -> >a a:queued:network; stored -> a

## it waits after a captive portal, a busy proxy or a refusal of another server
proxy page; order a -> >a a:queued:http_200
proxy 503; order b -> >b b:queued:http_503
proxy 404; order c -> >c c:queued:http_404
proxy stranger 422; order d -> >d d:queued:http_422; stored -> a b c d

## it ends when the proxy refuses it
proxy refuses 422; order a -> >a a:rejected:shape; stored ->

## a too large event is rejected, neither stored nor sent
sign-up a letters=50000 -> a:rejected:too_large; stored ->

## it waits after 10 s without an answer
proxy hangs; order a -> >a; +9s ->; +1s -> a:queued:timeout@1s; stored -> a

## an acknowledgement after the time limit still settles it
proxy accepts in=12s then hangs; order a -> >a; +10s -> a:queued:timeout@10s; +2s -> a:accepted@2s; stored ->

## a refusal after the time limit too
proxy refuses 422 in=12s then hangs; order a -> >a; +10s -> a:queued:timeout@10s; +2s -> a:dropped:shape@2s; stored ->

## the page gets one outcome if two attempts are both answered
proxy accepts in=13s then accepts in=6s; order a -> >a; +1m -> a:queued:timeout@10s >a@12s a:accepted@13s

## each call is an event of its own: the proxy recognises duplicates
proxy hangs; order a number=A-1 -> >a; order b number=A-1 -> >b; order c number=A-1 signed -> >c

## an expired event does not take the place of a new one with equal content
keep old sign-up note=a age=73h; page; proxy away then accepts; sign-up a -> >a a:queued:network; look -> old:dropped:expired; +2s -> >a@2s a:accepted@2s

## an event that has expired in this page is not the same event
proxy 404; sign-up a -> >a a:queued:http_404; clock +73h; proxy accepts; sign-up b note=a -> >b b:accepted

## the twentieth event fits, and the twenty-first order replaces none
proxy 404; fill 20 -> >1 1:queued:http_404; count -> 20; order a -> >a a:rejected:outbox_full; sign-up b -> >b b:rejected:outbox_full; count -> 20

## an event without room is still tried, once
proxy 404; fill 20 -> >1 1:queued:http_404; proxy accepts; order a -> >a a:accepted

## an order replaces the oldest sign-up, and the page gets its end
proxy 404; fill 18 -> >1 1:queued:http_404; sign-up newer -> >newer newer:queued:http_404; sign-up older age=1ms -> >older older:queued:http_404; order a -> >a older:dropped:outbox_full a:queued:http_404; count -> 20

## the page gets that end immediately, also if the sign-up is under way
proxy 404; fill 19 -> >1 1:queued:http_404; proxy hangs; sign-up b -> >b; proxy 404; order a -> >a b:dropped:outbox_full a:queued:http_404

## an order that would not fit in any case does not replace anything
proxy 404; order a letters=40000 -> >a a:queued:http_404; order b letters=40000 -> >b b:queued:http_404; sign-up c -> >c c:queued:http_404; order d letters=40000 -> >d d:rejected:outbox_full; stored -> a b c

## all events together have 96 KiB
proxy 404; sign-up a letters=30000 age=4ms -> >a a:queued:http_404; sign-up b letters=30000 age=3ms -> >b b:queued:http_404; sign-up c letters=30000 -> >c c:queued:http_404; sign-up d letters=30000 -> >d a:dropped:outbox_full d:queued:http_404; stored -> b c d

## a full storage: the event is sent, and this page sends it again
storage full; order a -> >a a:accepted; proxy away; order b -> >b b:queued:network; proxy accepts; +2s -> >b@2s b:accepted@2s

## a storage that was refused has the event after its next attempt
storage full; proxy 503; order a -> >a a:queued:http_503; stored ->; storage works; +2s -> >a@2s; stored -> a

## a storage that accepts a value and does not keep it has not stored it
storage lies; proxy 503; order a -> >a a:queued:http_503; stored ->; storage works; +2s -> >a@2s; stored -> a

## a storage that removes nothing
storage stuck; order a -> >a a:accepted

## no storage
storage missing; order a -> >a a:accepted; proxy away; order b -> >b b:queued:network; proxy accepts; +2s -> >b@2s b:accepted@2s

## a storage that is null
storage null; order a -> >a a:accepted; proxy away; order b -> >b b:queued:network; proxy accepts; +2s -> >b@2s b:accepted@2s

## a storage that throws
storage throws; order a -> >a a:accepted; proxy away; order b -> >b b:queued:network; proxy accepts; +2s -> >b@2s b:accepted@2s

## events of earlier pages are sent when the page looks, oldest first, without waiting for each other
keep new; keep old age=1h; proxy hangs; page; look -> >old >new; ages -> 1h 1m

## each is sent once, however often the page looks
keep a; proxy hangs; page; look -> >a; look ->; +9s ->

## not without an endpoint, because the page itself would get the request
keep a; page no-endpoint; look ->; flush ->; stored -> a

## the page gets their end, without a call
keep a; page; look -> >a a:accepted; keep b; proxy refuses 422; page; look -> >b b:dropped:shape; stored ->

## a value that is not an event stays, and does not block others
keep x text={"id":"x"}; keep x2 text={; keep x3 text=null; keep x4 text="text"; keep x5 text={"id":"x","at":"soon","v":3}; keep x6 text={"at":1,"v":3}; keep x7 text={"id":"x","at":1,"v":2}
keep a; page; look -> >a a:accepted; stored -> x x2 x3 x4 x5 x6 x7

## of forged keys at most twenty are read
25x keep $n; page; look; count -> 5

## an event of another tab is sent by flush too
page; start; keep a; flush -> >a a:accepted; stored ->

## flush tries events that wait for the next page
proxy 404; order a -> >a a:queued:http_404; proxy accepts; drain ->; flush -> >a a:accepted

## an order lives for 24 h
keep a age=24h; keep b age=24h1ms; page; look -> >a b:dropped:expired a:accepted

## a sign-up lives for 72 h
keep a sign-up age=72h; keep b sign-up age=72h1ms; page; look -> >a b:dropped:expired a:accepted

## a clock that was set back a little makes an event new, never from the future
keep a age=-1m; page; look -> >a a:accepted; ages -> 0s

## an event from a clock two days ahead happened when the page found it
keep a age=-48h; proxy 404; page; look -> >a; ages -> 0s; clock +1m; flush -> >a; ages -> 1m

## of an ended event the page keeps only the id
order a -> >a a:accepted; proxy refuses 422; order b -> >b b:rejected:shape; proxy 404; order c -> >c c:queued:http_404; events -> a:ended b:ended c:parked

## status() lists the waiting events with their last answer
proxy away; order a -> >a a:queued:network; page consent=required; order b -> b:held:required; waiting -> b
