# An event gives way only to an event that is trusted as much or more. A webhook waits a minute for the page's report.

## a signed order is not a duplicate of an unsigned one, then both are known
order 1 -> new; order 1 as=b signed -> new; order 1 as=c signed -> duplicate; order 1 as=d -> duplicate

## an unsigned order is a duplicate of a signed one
order 1 signed; order 1 as=b -> duplicate; rows -> 1 waiting

## a signed order is a duplicate of a signed one
order 1 signed; order 1 as=b signed -> duplicate

## a cart
cart value=1 as=a; cart value=1 as=b signed -> new; cart value=1 as=c signed -> duplicate; cart value=1 as=d -> duplicate

## a sign-up
sign-up as=a city=Rome; sign-up as=b city=Rome signed -> new; sign-up as=c city=Rome signed -> duplicate
sign-up as=d city=Rome -> duplicate

## a signed event with the id of an unsigned one is stored too, and sent
order 1; order 2 id=1 signed by=eve as=b -> new; tally -> 2 waiting; claim -> 1 ?

## it is stored whole, under an id of its own, if the database is opened again
order 1 by=bob; order 2 id=1 signed by=eve as=b -> new; restart; rows -> 1 waiting, ? waiting; claim -> 1 ?

## a signed event with the id of a signed one is a duplicate
order 1 signed; order 2 id=1 signed by=eve -> duplicate

## find shows the signed twin before the unsigned one
order 1 as=a; order 1 as=b signed; find 1 -> b waiting, a waiting

## the signed twin of an order counts as one order
order 1 as=a; order 1 as=b signed; orders -> 1

## the order of a webhook is due after 60 s
webhook 1; claim ->; next -> 1m; +1m-1ms; claim ->; +1ms; claim -> 1

## an order of the server or of a page is due on arrival
server 1; order 2 by=eve; claim -> 1 2

## in its first minute the page's report is new, and is sent first
webhook 1; order 1 as=page -> new; claim -> page; deliver page; claim ->; +1m; claim -> 1

## also if both arrive in one moment
webhook 1 as=a & order 1 as=page -> new new

## after a minute the page's report is a duplicate
webhook 1; +1m; order 1 as=page -> duplicate

## a page's report is a duplicate of a webhook's order that was sent
webhook 1; +1m; retry 1 busy in=1h; order 1 as=page -> duplicate

## a page's report is a duplicate of a webhook's order that the operator sends earlier
webhook 1; send 1 -> due; order 1 as=page -> duplicate

## in the first minute, another webhook or the server is a duplicate
webhook 1; webhook 1 as=b -> duplicate; server 1 as=c -> duplicate

## in the first minute, a second report of the page is a duplicate of the first one
webhook 1; order 1 as=a -> new; order 1 as=b -> duplicate

## a page's report is a duplicate of an event that was postponed
order 1 age=72h; +1ms; claim ->; anew 1 -> duplicate

## a page's report is a duplicate of an event that no key opens
order 1; restart keys=other,first; restart keys=other; claim ->; anew 1 -> duplicate
