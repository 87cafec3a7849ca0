<?php
// Shopware 6: in a plugin of your own, as a service tagged kernel.event_subscriber.
namespace Shop\Ringup;

use Shopware\Core\Checkout\Cart\Event\CheckoutOrderPlacedEvent;

require_once dirname(__DIR__, 4) . '/ringup-report.php';

class Report implements \Symfony\Component\EventDispatcher\EventSubscriberInterface {
  public static function getSubscribedEvents(): array {
    return [CheckoutOrderPlacedEvent::class => 'report'];
  }

  public function report(CheckoutOrderPlacedEvent $event): void {
    $order = $event->getOrder();
    $lines = $order->getLineItems()->getElements();
    $items = array_map(fn ($line) => [
      'id' => $line->getPayload()['productNumber'] ?? $line->getId(), 'name' => $line->getLabel(), 'quantity' => $line->getQuantity(),
      'price' => $line->getUnitPrice(), 'sum' => $line->getTotalPrice(),
    ], array_filter($lines, fn ($line) => $line->getType() === 'product'));
    $coupons = array_filter(array_map(fn ($line) => $line->getPayload()['code'] ?? '', $lines));
    \ringup_report($order->getOrderNumber(), $order->getOrderCustomer()->getEmail(), $order->getAmountTotal(), $order->getCurrency()?->getIsoCode() ?? '', implode(', ', $coupons), $items);
  }
}
