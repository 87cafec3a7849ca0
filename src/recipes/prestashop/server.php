<?php
// PrestaShop: modules/ringup/ringup.php. Then install the module Ringup under Modules.
require_once _PS_ROOT_DIR_ . '/ringup-report.php';

class Ringup extends Module {
  public function __construct() {
    $this->name = 'ringup';
    $this->version = '1.0.0';
    $this->author = 'the shop';
    parent::__construct();
    $this->displayName = 'Ringup';
    $this->description = 'Reports placed orders.';
  }

  public function install() {
    return parent::install() && $this->registerHook('actionValidateOrder');
  }

  public function hookActionValidateOrder($params): void {
    $order = $params['order'];
    $items = array_map(fn ($row) => [
      'id' => $row['product_id'], 'name' => $row['product_name'], 'quantity' => $row['product_quantity'],
      'price' => $row['unit_price_tax_incl'], 'sum' => $row['total_price_tax_incl'],
    ], $order->getProductsDetail());
    $coupons = array_column($params['cart']->getCartRules(), 'code');
    ringup_report($order->reference, $params['customer']->email, (float) $order->total_paid, $params['currency']->iso_code, implode(', ', array_filter($coupons)), $items);
  }
}
