addEventListener('load', () =>
  window.Ecwid?.OnAPILoaded.add(() =>
    Ecwid.OnOrderPlaced.add((order) =>
      convert({
        email: order.customer.email,
        ecommerce: {
          transaction_id: order.vendorNumber,
          value: order.total,
          tax: order.tax,
          shipping: order.shipping,
          coupon: order.couponName,
          items: order.items.map(({ product, quantity }) => ({
            item_id: product.sku || product.id,
            item_name: product.name,
            price: product.price,
            quantity,
            url: product.url,
          })),
        },
      }),
    ),
  ),
)
