add_action('woocommerce_thankyou', function ($id) { $order = wc_get_order($id); if ($order) echo '<span hidden data-ringup="email">' . esc_html($order->get_billing_email()) . '</span>'; });
