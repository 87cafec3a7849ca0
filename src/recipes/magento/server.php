<?php
// Magento 2: app/code/Shop/Ringup/Observer/Report.php, with events.xml as etc/events.xml. The module's registration.php begins with
// require_once BP . '/ringup-report.php'; and registers the module as usual. Then run
// bin/magento module:enable Shop_Ringup and bin/magento setup:upgrade.
namespace Shop\Ringup\Observer;

class Report implements \Magento\Framework\Event\ObserverInterface {
  public function execute(\Magento\Framework\Event\Observer $observer): void {
    foreach ($observer->getData('orders') ?? array_filter([$observer->getData('order')]) as $order) {
      $items = array_map(fn ($item) => [
        'id' => $item->getSku(), 'name' => $item->getName(), 'quantity' => $item->getQtyOrdered(),
        'price' => $item->getPriceInclTax(), 'sum' => $item->getRowTotalInclTax(),
      ], $order->getAllVisibleItems());
      \ringup_report($order->getIncrementId(), $order->getCustomerEmail(), (float) $order->getGrandTotal(), $order->getOrderCurrencyCode(), (string) $order->getCouponCode(), $items);
    }
  }
}
