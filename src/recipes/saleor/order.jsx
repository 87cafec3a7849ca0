;<div
  hidden
  id="ringup-order"
  data-order={JSON.stringify({
    transaction_id: order.number,
    value: order.total.gross.amount,
    currency: order.total.gross.currency,
    coupon: order.voucher?.code,
    email: order.userEmail,
    items: order.lines.map((line) => ({
      item_id: line.variant?.sku ?? line.variant?.id,
      item_name: line.productName,
      price: line.unitPrice.gross.amount,
      quantity: line.quantity,
    })),
  })}
/>
