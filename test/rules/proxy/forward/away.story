# After five failures in sequence, of at least two customers, the API is away. Then one event is tried at a time.

## five failures of two customers
api 503; order 1 -> 1; order 2 by=eve -> 2; +2s -> 1@2s 2@2s; away -> no; +4s -> 1@4s 2@4s; away -> unreachable; log -> api_away unreachable

## not four
api 503; order 1 -> 1; order 2 by=b -> 2; order 3 by=c -> 3; order 4 by=d -> 4; away -> no; order 5 by=e -> 5; away -> unreachable

## not five of one customer
api 503; order 1 -> 1; +30s -> 1@2s 1@6s 1@14s 1@30s; away -> no; order 2 by=eve -> 2; away -> unreachable

## a delivery in between begins the sequence again
api 503; order 1 by=a -> 1; order 2 by=b -> 2; order 3 by=c -> 3; order 4 by=d -> 4; api 200; order 5 by=e -> 5; api 503
order 6 by=f -> 6; order 7 by=g -> 7; away -> no

## a delivery forgets the customers before it
api 503; order 1 by=a; drop 1; api 200; order 2 by=b; api 503; order 3 by=c -> 3; +30s -> 3@2s 3@6s 3@14s 3@30s; away -> no

## each failure of the third row counts: a wrong key, a page, a lost answer
api 401 by=a; api 200:html by=b; api lost by=c; api 429 by=d; api 404:text by=e; order 1 by=a; order 2 by=b; order 3 by=c; order 4 by=d; away -> no
order 5 by=e; away -> address

## a refusal does not count
api 400; 6x order $n by=$n; away -> no

## a test order does not count
api 503; 4x order $n by=$n; test -> test; away -> no; order 5 by=e -> 5; away -> unreachable

## a calm one is tried after 1, 2, 4, 8 and each 15 s, others after 1, 2, 4, 8, 16 and each 30 s, mostly the newest never-tried
api 503; order 0 by=0 net=x; 4x order $n by=$n net=x; away -> unreachable; 8x order $n by=$n net=x
+2m -> 0@1s n12@1s 0@3s n1@3s 0@7s n11@7s 0@15s n10@15s 0@30s n9@31s 0@45s 0@1m n2@1m1s 0@1m15s 0@1m30s n8@1m31s 0@1m45s 0@2m

## a never-tried calm event goes before a calm one that was tried
api 503; 5x order $n by=$n net=x; away -> unreachable; order 1 ->; +1s -> 1@1s n2@1s

## an arrival does not wait for the next look into the queue
api 503; 5x order $n by=$n net=x; away -> unreachable; drop n1; +20s -> n2@1s n3@3s n4@7s n5@15s; order 1 -> 1

## it ends with the first delivery, which makes all failed events due
api 503; order 1 by=a age=1m; order 2 by=b age=2m; order 3 by=c; order 4 by=d; order 5 by=e; away -> unreachable; api 200; log -> api_away unreachable
+1s -> 1@1s 2@1s 3@1s 4@1s 5@1s; away -> no; log -> api_back unreachable; +1h ->

## a delivery leaves an event that the API has refused
api 400 by=z; order 0 by=z -> 0; api 503; 5x order $n by=$n; away -> unreachable; api 200; +1s -> n1@1s n2@1s n3@1s n4@1s n5@1s; rows -> 0 waiting refused, n1 delivered, n2 delivered, n3 delivered, n4 delivered, n5 delivered

## a refusal while the API is away neither ends nor counts
api 503; 5x order $n by=$n; away -> unreachable; api 400; +1s -> n1@1s n2@1s; away -> unreachable; rows -> n1 waiting refused, n2 waiting refused, n3 waiting unreachable, n4 waiting unreachable, n5 waiting unreachable

## it ends when no event waits
api 503; 5x order $n by=$n; away -> unreachable; drop n1; drop n2; drop n3; drop n4; drop n5; +1s ->; away -> no; api 200; order 1 -> 1

## not while a request runs
api 503; 5x order $n by=$n; away -> unreachable; drop n1; drop n2; drop n3; drop n4; api hangs; +5s -> n5@1s; away -> unreachable

## after that, the database is still looked into
restart poll=5s; +10m ->; order 0 age=73h ->; api 503; 5x order $n by=$n; away -> unreachable; drop n1; drop n2; drop n3; drop n4; drop n5
+10s ->; away -> no; api 200; replay 0 ->; +5s -> 0@1s

## not while an event waits for its time
api 503; 5x order $n by=$n; away -> unreachable; drop n1; drop n2; drop n3; drop n4; api 503+600s; +1s -> n5@1s; +1m ->; away -> busy

## the delivery of a test order does not end it
api 503; 5x order $n by=$n; away -> unreachable; api 400 by=test@ringup.invalid; test ->; +1s -> test@1s n1@1s; away -> unreachable; rows -> n1 waiting unreachable, n2 waiting unreachable, n3 waiting unreachable, n4 waiting unreachable, n5 waiting unreachable, test delivered; log -> api_away unreachable

## an event that the API asked to wait is not tried before
api 503+600s; 5x order $n by=$n; away -> busy; +10m-1s ->; +1s -> n1@1s n2@1s

## a new order is tried while the others wait, and its delivery does not end their wait
api 503+600s; 5x order $n by=$n; away -> busy; +1m ->; api 200; order 1 -> 1; away -> no; +9m-1s ->; +1s -> n1@1s n2@1s n3@1s n4@1s n5@1s

## a delivery makes due the events that failed, not those that the API asked to wait
api 503; 4x order $n by=$n; api 503+600s; order 5 by=e -> 5; away -> busy; api 200; +1s -> n1@1s n2@1s n3@1s n4@1s; rows -> n1 delivered, n2 delivered, n3 delivered, n4 delivered, 5 waiting busy

## 429 without Retry-After is a failure, so a delivery makes these events due
api 429; 5x order $n by=$n; away -> unreachable; api 200; +1s -> n1@1s n2@1s n3@1s n4@1s n5@1s

## it is tried immediately after the clock was set back
api 503; 5x order $n by=$n; away -> unreachable; clock -2h; api 200; order 1 -> 1 n1 n2 n3 n4 n5

## a request blocks the next try for 2 s
api 503; 5x order $n by=$n; away -> unreachable; api hangs; +2s999ms -> n1@1s; +1ms -> n2@1ms; +2s -> n3@2s; open -> n1 n2 n3

## not while eight requests hang
api hangs; 7x order $n by=$n; api 503; order 1 by=a; order 2 by=b; order 3 by=c; order 4 by=d; order 5 by=e; away -> unreachable
api hangs; +9s -> 1@2s; open -> n1 n2 n3 n4 n5 n6 n7 1
