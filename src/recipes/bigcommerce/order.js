fetch('/api/storefront/orders/{{checkout.order.id}}')
  .then((answer) => answer.json())
  .then(({ orderId, orderAmount, billingAddress, currency, coupons, lineItems }) =>
    convert({
      email: billingAddress.email,
      ecommerce: {
        transaction_id: orderId,
        value: orderAmount,
        currency: currency.code,
        coupon: coupons[0]?.code,
        items: [...lineItems.physicalItems, ...lineItems.digitalItems].map((item) => ({
          item_id: item.sku || item.productId,
          item_name: item.name,
          price: item.salePrice,
          quantity: item.quantity,
          url: item.url,
          image: item.imageUrl,
        })),
      },
    }),
  )
  .catch(console.warn)
