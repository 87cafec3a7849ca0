<?php
// OpenCart: catalog/controller/event/ringup.php, and server.sql in the database.
namespace Opencart\Catalog\Controller\Event;

require_once DIR_APPLICATION . '../ringup-report.php';

/** In OpenCart 3: `class ControllerEventRingup extends Controller`, without the namespace, and `getOrderProducts`. */
class Ringup extends \Opencart\System\Engine\Controller {
  /** An order is placed when its first status is added. */
  public function index(&$route, &$args): void {
    $order = $this->model_checkout_order->getOrder($args[0]);
    if (!$order || $order['order_status_id'] || !$args[1]) return;
    $amount = fn ($number) => $this->currency->format($number, $order['currency_code'], $order['currency_value'], false);
    $items = array_map(function ($row) use ($amount) {
      $price = $row['price'] + ($this->config->get('config_tax') ? $row['tax'] : 0);
      return ['id' => $row['model'], 'name' => html_entity_decode($row['name'], ENT_QUOTES, 'UTF-8'), 'quantity' => $row['quantity'], 'price' => $amount($price), 'sum' => $amount($price * $row['quantity'])];
    }, $this->model_checkout_order->getProducts($args[0]));
    \ringup_report((string) $order['order_id'], $order['email'], $amount($order['total']), $order['currency_code'], $this->session->data['coupon'] ?? '', $items);
  }
}
