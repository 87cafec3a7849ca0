;<div
  hidden
  id="ringup-order"
  data-order={JSON.stringify({
    transaction_id: order.display_id,
    value: order.total,
    currency: order.currency_code,
    email: order.email,
    items: order.items?.map((item) => ({
      item_id: item.variant_sku ?? item.variant_id,
      item_name: item.product_title,
      item_variant: item.variant_title,
      price: item.unit_price,
      quantity: item.quantity,
    })),
  })}
/>
