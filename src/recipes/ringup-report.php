<?php
const RINGUP_URL = 'https://shop.example.com/ringup';
const RINGUP_TOKEN = 'your server token';

/** Reports a placed order. Amounts are what the customer pays, in the order's currency. */
function ringup_report(string $number, string $email, float $value, string $currency, string $coupon, array $items): void {
  $cents = fn ($amount) => (int) round((float) $amount * 100);
  $hash = md5("$number\n$email");
  $id = implode('-', [substr($hash, 0, 8), substr($hash, 8, 4), '5' . substr($hash, 13, 3), '8' . substr($hash, 17, 3), substr($hash, 20)]);
  $cart = ['order_number' => $number, 'cart_value' => $cents($value), 'currency' => $currency] + ($coupon === '' ? [] : ['promo' => $coupon]);
  $rows = array_map(fn ($item) => [
    'product_id' => (string) $item['id'], 'name' => $item['name'], 'item_qty' => (int) $item['quantity'],
    'price' => $cents($item['price']), 'qty_price' => $cents($item['sum']),
  ], array_values($items));
  $event = ['v' => 1, 'id' => $id, 'kind' => 'convert', 'age' => 0, 'body' => ['email' => $email, 'cart_data' => $cart, 'cart_items' => $rows]];
  $options = ['method' => 'POST', 'timeout' => 2, 'content' => json_encode($event), 'header' => "Content-Type: application/json\r\nAuthorization: Bearer " . RINGUP_TOKEN];
  if (@file_get_contents(RINGUP_URL, false, stream_context_create(['http' => $options])) === false) {
    error_log("Ringup did not take order $number: " . (error_get_last()['message'] ?? ''));
  }
}
