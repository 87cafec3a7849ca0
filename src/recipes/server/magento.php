<?php
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
