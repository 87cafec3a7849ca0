# Fair share of the room for waiting events. Signed events may use all, unsigned ones three quarters.

## unsigned events have three quarters, signed ones all
limits waiting=8; 8x order $n by=$n -> 6 new, 2 full; 3x order $n by=$n signed -> 2 new, 1 full

## signed events use up the room of unsigned ones
limits waiting=8; 8x order $n by=$n signed -> 8 new; order 1 -> full

## until half of the three quarters is used, a network may use any part
limits waiting=80; 30x order $n by=$n net=home -> 30 new; order 1 net=home -> full

## after that a network has a two-hundredth, and others have the rest
limits waiting=80; 30x order $n by=$n net=home; 2x order $n by=$n net=work -> 1 new, 1 full; 2x order $n by=$n net=cafe -> 1 new, 1 full

## a network that has less than a two-hundredth gets one more
limits waiting=400; 151x order $n by=$n net=home -> 150 new, 1 full; 5x order $n by=$n net=work -> 2 new, 3 full

## private addresses and the shop's own systems are exempt
limits waiting=80; 30x order $n by=$n net=home; 40x order $n by=$n -> 30 new, 10 full

## a signed event of a full network is accepted
limits waiting=80; 30x order $n by=$n net=home; order 1 net=home -> full; order 1 net=home signed -> new

## signed events do not use the unsigned part
limits waiting=80; 15x order $n by=$n net=work signed; 31x order $n by=$n net=home -> 30 new, 1 full

## a full room refuses duplicates too, so an answer does not reveal its events
limits waiting=1; order 1 signed -> new; again 1 -> full; anew 1 -> full

## a refused event leaves no row
limits waiting=1; order 1 signed; order 2 signed by=eve -> full; rows -> 1 waiting

## there is room again when an event is delivered, dead, or dropped
limits waiting=1; order 1 signed; deliver 1; order 2 signed -> new; die 2; order 3 signed -> new; drop 3 -> 1
order 4 signed -> new; order 5 signed -> full

## there is no more room when an event fails, is claimed or is released
limits waiting=1; order 1 signed; retry 1 busy; order 2 signed -> full; claim -> 1; order 2 signed -> full; release 1; order 2 signed -> full

## a replayed event uses room again
limits waiting=1; order 1 signed; die 1; replay 1 -> 1; order 2 signed -> full

## in one moment no more than fit
limits waiting=2; order 1 by=a signed & order 2 by=b signed & order 3 by=c signed -> new new full

## bytes are limited too
limits bytes=2000; order 1 by=a signed size=1000 -> new; order 2 by=b signed size=1000 -> full; order 3 by=c signed size=100 -> new

## of the bytes, unsigned events have three quarters
limits bytes=4000; order 1 by=a size=2000 -> new; order 2 by=b size=1000 -> full; order 2 by=b size=1000 signed -> new

## a network has a two-hundredth of the bytes after half is used
limits bytes=20000; order 1 by=a net=home size=7500 -> new; order 2 by=b net=home size=10 -> full
order 3 by=c net=work size=100 -> new; order 4 by=d net=work size=10 -> full

## the room is counted after a restart
limits waiting=1; order 1 signed; restart; order 2 signed -> full

## dead letters and refused reports use no room
limits waiting=1; order 1 signed; die 1; report 2; order 3 signed -> new
