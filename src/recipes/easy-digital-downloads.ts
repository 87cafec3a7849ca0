/** Easy Digital Downloads: its receipt, as shortcode and as block, and its confirmation block. */
import type { Recipe } from './recipe.js'

const ORDER =
  "<?php echo esc_attr( wp_json_encode( array( 'transaction_id' => $order->get_number(), 'value' => $order->total, 'currency' => $order->currency, 'email' => $order->email, 'items' => array_values( array_map( function ( $item ) { return array( 'item_id' => $item->product_id, 'item_name' => $item->product_name, 'quantity' => $item->quantity, 'qty_price' => $item->total ); }, $order->get_items() ) ) ) ) ); ?>"
const OPEN =
  "add_action( 'edd_order_receipt_before_table', function ( $order ) { if ( ( edd_get_purchase_session()['purchase_key'] ?? '' ) !== $order->payment_key ) { return; } ?>"
const CLOSE = '<?php } );'

export const EASY_DIGITAL_DOWNLOADS: readonly Recipe[] = [
  {
    name: 'easy-digital-downloads',
    platform: 'Easy Digital Downloads',
    paste: 'into the `<head>` of every page: a plugin that adds code to the header',
    tried: '3.6.5',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: { order: '#ringup-order@data-order' },
    },
    templateLine: {
      file: 'functions.php',
      place: 'at the end of your theme’s, or into a plugin that adds PHP',
      line: `${OPEN}<div hidden id="ringup-order" data-order="${ORDER}"></div>${CLOSE}`,
      expressions: [OPEN, ORDER, CLOSE],
    },
    expect:
      'All data comes from the line, whichever shortcode or block the page uses. Without the line, the e-mail is missing, and the product ids too unless SKUs are switched on. A receipt that a customer opens again later is not reported.',
    source: {
      repository: 'awesomemotive/easy-digital-downloads',
      files: [
        'templates/shortcode-receipt.php',
        'includes/blocks/views/orders/totals.php',
        'includes/blocks/views/orders/receipt-item.php',
        'includes/blocks/includes/orders/orders.php',
      ],
      version: '3.6.5',
    },
  },
]
