# A queue that fails loses nothing. A stopped forwarder lets requests finish.

## a claim that fails is tried again after 5 s
fails claim 2; order 1 ->; log -> queue_failed Error: the disk is full; +4s ->; +1s ->; +5s -> 1@5s; rows -> 1 delivered

## an outcome that cannot be written is written later, without a second request
fails settle 3; order 1 -> 1; rows -> 1 waiting; +14s ->; rows -> 1 waiting; +1s ->; rows -> 1 delivered

## the next of its line waits for it, other customers do not
fails settle 2; order 1 -> 1; order 2 ->; order 3 by=eve -> 3; +10s -> 2@5s; rows -> 1 delivered, 2 delivered, 3 delivered

## at most 64 outcomes are not written
fails settle 999; 70x order $n by=$n; fails settle 0; +5s -> n65@5s n66@5s n67@5s n68@5s n69@5s n70@5s

## a delivery whose wake-up fails leaves the events their own time
api 503; 5x order $n by=$n; away -> unreachable; api 200; fails wake; +1s -> n1@1s; +1s -> n2@1s n3@1s n4@1s n5@1s; log -> api_away unreachable, api_back unreachable, queue_failed Error: the disk is full

## stopping lets a request finish, and begins no other
api slow; 9x order $n by=$n; stop ->; rows -> n1 delivered, n2 delivered, n3 delivered, n4 delivered, n5 delivered, n6 delivered, n7 delivered, n8 delivered, n9 waiting; +1h ->

## stopping ends its timer
api lost; order 1 -> 1; stop ->; +1h ->

## stopping does not wait for a queue that fails
fails settle 999; order 1 -> 1; stop ->; rows -> 1 waiting
