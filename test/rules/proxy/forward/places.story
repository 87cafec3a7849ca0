# Eight requests run at a time. While one has hung for more than 2 s, two of them at most are not calm.

## eight requests run at a time, and the next follows an answer
api slow; 9x order $n by=$n; open -> n1 n2 n3 n4 n5 n6 n7 n8; +3s -> n9@3s; +3s ->; open ->

## one event of a line at a time
api slow; order 1 -> 1; order 2 ->; +3s -> 2@3s

## while one has hung for more than 2 s, two are not calm
api hangs; 2x order $n by=$n net=x; +3s ->; 4x order $n by=$n net=x; open -> n1 n2 n3; order 1 by=a -> 1; order 2 by=b -> 2

## a calm event that hangs leaves two others
api hangs; order 0 by=0 net=x signed -> 0; +3s ->; 4x order $n by=$n net=x; open -> 0 n1 n2

## until then the others may use all places
api hangs; 9x order $n by=$n net=x; open -> n1 n2 n3 n4 n5 n6 n7 n8

## not if none hangs
api slow; 4x order $n by=$n net=x; +1s ->; 4x order $n by=$n net=x; open -> n1 n2 n3 n4 n5 n6 n7 n8

## before 2 s it does not hang
api hangs; order 0 by=0 net=x -> 0; +1s999ms ->; 4x order $n by=$n net=x; open -> 0 n1 n2 n3 n4

## tried events that are not calm are limited too
api 503+5s by=b; api 503+5s by=c; api 503+5s by=d; api hangs; order 0 by=0 net=x -> 0; order 1 by=b net=x; order 2 by=c net=x; order 3 by=d net=x; api hangs by=b; api hangs by=c; api hangs by=d; +5s -> 1@5s 2@5s; open -> 0 1 2

## calm tried events are not limited
api 503+5s; 4x order $n by=$n; api hangs; order 0 by=0 -> 0; +5s -> n1@5s n2@5s n3@5s n4@5s; open -> 0 n1 n2 n3 n4

## a tried event that is not calm is one of the two
api 503+5s; order 1 by=a net=x; order 2 by=b net=x; api hangs; +5s -> 1@5s 2@5s; +3s ->; 3x order $n by=$n net=x; open -> 1 2 n1

## a calm tried event is not
api 503+5s; 2x order $n by=$n; api hangs; +5s -> n1@5s n2@5s; +3s ->; order 0 by=0 net=x; 3x order $n by=$n net=x; open -> n1 n2 0 n3 n4

## when the request has ended, all places are free again
api hangs by=0; order 0 by=0 -> 0; +3s ->; api slow; 6x order $n by=$n net=x; open -> 0 n1 n2 n3; +7s -> n4@3s n5@3s n6@6s

## calm shoppers are served while a flood hangs
api hangs; api 200 by=ada; 40x order $n by=$n net=x; +1s ->; order 1 ->; +10s -> 1@9s n1@10s; order 2 by=ada ->; +10s -> 2@2s n9@2s n10@2s
