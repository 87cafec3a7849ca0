# Eight requests run at a time. At most four of them are from outside the first lane: never-tried events that are not calm, and tried events.

## eight requests run at a time, and the next follows an answer
api slow; 9x order $n by=$n; open -> n1 n2 n3 n4 n5 n6 n7 n8; +3s -> n9@3s; +3s ->; open ->

## one event of a line at a time
api slow; order 1 -> 1; order 2 ->; +3s -> 2@3s

## four are not calm, and the other places are for calm ones
api hangs; 9x order $n by=$n net=x; open -> n1 n2 n3 n4 n5; 4x order $n by=c$n; open -> n1 n2 n3 n4 n5 n10 n11 n12

## a request that ends makes place for the next one that is not calm
api slow; 9x order $n by=$n net=x; open -> n1 n2 n3 n4 n5; +3s -> n6@3s n7@3s n8@3s n9@3s; open -> n6 n7 n8 n9

## four are tried events, also calm ones, so a calm shopper is served
api 503+5s by=a; api 503+5s by=b; api 503+5s by=c; api 503+5s by=d; api 503+5s by=e; order 1 by=a; order 2 by=b; order 3 by=c; order 8 by=ada; order 4 by=d; order 5 by=e; api hangs by=a; api hangs by=b; api hangs by=c; api hangs by=d; api hangs by=e; +5s -> 1@5s 2@5s 3@5s 4@5s; open -> 1 2 3 4; order 9 by=ada -> 9

## tried events that are not calm share the four places
api 503+5s by=b; api 503+5s by=c; api hangs; order 0 by=0 net=x -> 0; order 1 by=b net=x; order 2 by=c net=x; api hangs by=b; api hangs by=c; +5s -> 1@5s 2@5s; 4x order $n by=$n net=x; open -> 0 1 2 n1 n2

## calm shoppers are served while a flood hangs
api hangs; api 200 by=ada; 40x order $n by=$n net=x; +1s ->; order 1 -> 1; +10s -> n6@9s n7@9s n8@9s; order 2 by=ada ->; +10s -> 2@1s n9@1s n1@9s n10@9s n2@9s
