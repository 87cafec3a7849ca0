-- In OpenCart 3: the trigger catalog/model/checkout/order/addOrderHistory/before, and no description.
INSERT INTO oc_event (code, description, `trigger`, action, status, sort_order)
VALUES ('ringup', 'Reports placed orders', 'catalog/model/checkout/order.addHistory/before', 'event/ringup', 1, 0);
