# Each answer of the API says something about one event only. Waits are at their longest here.

## 2xx: delivered
order 1 -> 1; rows -> 1 delivered; api 204; order 2 -> 2; rows -> 1 delivered, 2 delivered

## 2xx with HTML: not delivered, tried again
api 200:html; order 1 -> 1; rows -> 1 waiting address

## 400 with a JSON object: again after 1, 10 and 60 minutes
api 400; order 1 -> 1; +1h11m -> 1@1m 1@11m 1@1h11m

## then dead if another customer’s event was delivered within the hour
api 400 by=ada; order 1 -> 1; +1h10m -> 1@1m 1@11m; order 2 by=eve -> 2; +1m -> 1@1m; rows -> 1 dead refused, 2 delivered

## then not dead without a delivery, but tried again by backoff
api 400; order 1 -> 1; +1h11m -> 1@1m 1@11m 1@1h11m; rows -> 1 waiting refused; +32s -> 1@16s

## not dead if the customer's own event was delivered
api 400; order 1 -> 1; +1h10m -> 1@1m 1@11m; api 200; sign-up -> sign-up; api 400; +1m -> 1@1m
rows -> 1 waiting refused, sign-up delivered

## not dead if the other's delivery is more than an hour ago
api 400 by=ada; order 1 -> 1; +10m -> 1@1m; order 2 by=eve -> 2; +1h1m -> 1@1m 1@1h1m; rows -> 1 waiting refused, 2 delivered

## dead if it was an hour ago
api 400 by=ada; order 1 -> 1; +11m -> 1@1m 1@11m; order 2 by=eve -> 2; +1h -> 1@1h; rows -> 1 dead refused, 2 delivered

## another's delivery counts, although its own came later
api 400 by=ada; order 1 -> 1; +1h10m -> 1@1m 1@11m; order 2 by=eve -> 2; api 200 by=ada; sign-up -> sign-up; sign-up on=other as=s -> s; api 400 by=ada; +1m -> 1@1m
rows -> 1 dead refused, 2 delivered, sign-up delivered, s delivered

## a restart forgets the deliveries, so nothing dies too early
api 400 by=ada; order 1 -> 1; +1h10m -> 1@1m 1@11m; order 2 by=eve -> 2; restart; +1m -> 1@50s; rows -> 1 waiting refused, 2 delivered

## 404 with a JSON object: an order has no session, a sign-up has no list
api 404; order 1 -> 1; sign-up -> sign-up; rows -> 1 waiting no_session, sign-up waiting unknown_list

## 404, and then the session exists
api 404 404 200; order 1 -> 1; +1h -> 1@1m 1@11m; rows -> 1 delivered

## a dead letter has the beginning of the API's answer
api 400 by=ada; order 1 -> 1; +1h10m -> 1@1m 1@11m; order 2 by=eve -> 2; +1m -> 1@1m; answer 1 -> {"detail":"x"}

## a waiting event has none
api 400; order 1 -> 1; answer 1 -> none

## a sign-up whose list is not in the settings is not sent, waits, and is then dead
sign-up on=absent ->; rows -> sign-up waiting unknown_list; +1h10m ->; order 1 by=eve -> 1; +1m ->; rows -> sign-up dead unknown_list, 1 delivered

## refusals and failures have waits of their own
api 503 400 400; order 1 -> 1; +2s -> 1@2s; +1m -> 1@1m; +10m-1s ->; +1s -> 1@1s

## no answer: tried again by backoff
api lost; order 1 -> 1; rows -> 1 waiting unreachable; +30s -> 1@2s 1@6s 1@14s 1@30s

## a request that hangs ends after 10 s
api hangs; order 1 -> 1; +9s ->; open -> 1; +1s ->; open ->; rows -> 1 waiting unreachable

## Retry-After is obeyed
api 503+100s; order 1 -> 1; +99s ->; +1s -> 1@1s; rows -> 1 waiting busy

## also with a status that otherwise means a wrong key
api 403+100s; order 1 -> 1; +99s ->; +1s -> 1@1s; rows -> 1 waiting busy

## Retry-After of a refusal is not
api 400+7s; order 1 -> 1; +59s ->; +1s -> 1@1s

## Retry-After is at least 1 s and at most 1 h
api 503+0s; order 1 -> 1; +1s -> 1@1s; api 503+7200s; +1s -> 1@1s; +1h-1s ->; +1s -> 1@1s

## the request of an order and of a sign-up
order 1; request 1 -> /customer/convert/ Token x {"email":"ada@example.com","cart_data":{"order_number":"1"}}
sign-up; request sign-up -> /lists/a%2Fb/contacts/ Token x {"email":"ada@example.com"}

## the answer of one event does not hold another customer's
api 400 by=eve; api 503 by=bob; order 1 by=eve -> 1; order 2 by=bob -> 2; order 3 -> 3; rows -> 1 waiting refused, 2 waiting unreachable, 3 delivered

## an event that is too old is dead without a request
+10m ->; order 1 age=73h ->; rows -> 1 dead expired; api 503; order 2 age=71h by=eve -> 2; +1h+1s -> 2@2s 2@6s 2@14s 2@30s 2@1m2s 2@2m6s 2@4m14s 2@8m30s 2@17m2s 2@34m6s
rows -> 1 dead expired, 2 waiting unreachable; +1h ->; rows -> 1 dead expired, 2 dead expired

## an overtaken event is dead without a request
order 2 -> 2; order 1 age=1m ->; rows -> 2 delivered, 1 dead overtaken

## a test order is sent as {} and its complaint is its delivery
api 400; test -> test; request test -> /customer/convert/ Token x {}; rows -> test delivered; api 422; test as=b by=b@ringup.invalid -> b; rows -> test delivered, b delivered
api 200; test as=c by=c@ringup.invalid -> c; rows -> test delivered, b delivered, c delivered

## a test order is not delivered by another answer
api 401; test -> test; rows -> test waiting credentials; api 400:text; test as=b by=b@ringup.invalid -> b; rows -> test waiting credentials, b waiting address

## an order that only contains the words of a test order is sent as it is
api 400; order ringup.invalid -> ringup.invalid; rows -> ringup.invalid waiting refused

## an event that the operator replays is sent
api 400 by=ada; order 1 -> 1; +1h10m -> 1@1m 1@11m; order 2 by=eve -> 2; +1m -> 1@1m; api 200; replay 1 ->; order 3 by=bob -> 3 1

## it is found by the next look into the database
restart poll=5s; api 503; order 1 -> 1; drop 1 ->; api 200; order 2 by=eve -> 2; +1m ->; rows -> 2 delivered
