<meta name="product-id" content="{$product.id_product}">
