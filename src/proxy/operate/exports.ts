/**
 * The exports of orders that `reconcile` knows. Names of columns and words of states are in small letters, without spaces and signs.
 *
 * Every platform writes amounts with a dot or as shoppers see them, so the decimal rule has one owner: see `toCents` in read-orders.ts.
 */

/** Why an order is left out: it was never paid, or it was cancelled. */
export type Left = 'cancelled' | 'refunded' | 'failed' | 'voided' | 'unpaid'

/** The columns that are read, each by its possible names, the surest first. */
export type ColumnNames = Record<
  'order' | 'id' | 'email' | 'amount' | 'currency' | 'rate' | 'state' | 'ended' | 'time',
  string[]
>

/** Columns and words of any other file, in the languages that shop systems write. */
// biome-ignore format: words
const USUAL: ColumnNames = {
  order: ['ordernumber', 'orderno', 'ordernr', 'orderid', 'order', 'incrementid', 'transactionid', 'bestellnummer', 'bestellnr',
    'auftragsnummer', 'orderreference', 'reference', 'number', 'id'],
  id: [],
  email: ['email', 'emailaddress', 'customeremail', 'billingemail', 'billingemailaddress', 'contactemail', 'buyeremail', 'mail',
    'emailbilling', 'emailadresse', 'courriel'],
  amount: ['total', 'ordertotal', 'ordertotalamount', 'grandtotal', 'grandtotalpurchased', 'amounttotal', 'totalpaid', 'totalinctax',
    'ordertotalinctax', 'paymentdue', 'amount', 'ordervalue', 'cartvalue', 'gesamtbetrag', 'gesamtsumme', 'gesamt', 'summe', 'betrag',
    'montant', 'importe', 'totale'],
  currency: ['currency', 'currencycode', 'ordercurrency', 'ordercurrencycode', 'währung', 'devise', 'moneda', 'valuta'],
  /** The order's currency for one unit of the shop's, in which the total is. */
  rate: ['currencyvalue'],
  state: ['financialstatus', 'paymentstatus', 'orderstatus', 'orderstatusid', 'status', 'state', 'zahlungsstatus', 'bestellstatus'],
  /** The time of a cancellation. */
  ended: ['cancelledat', 'canceledat'],
  /** The time at which the order was made. */
  time: ['createdat', 'datecreated', 'orderdatetime', 'orderdate', 'dateadded', 'purchasedate', 'date', 'bestelldatum', 'datum',
    'datecommande', 'fecha'],
}

/** Words that mean one thing on every platform. WooCommerce's database and some exports have its states with `wc-`. */
// biome-ignore format: words
const WORDS: Record<Left, string[]> = {
  cancelled: ['cancelled', 'canceled', 'wccancelled', 'storniert', 'annulé', 'annulée', 'cancelado', 'cancelada', 'annullato'],
  refunded: ['refunded', 'wcrefunded', 'fullyrefunded', 'reversed', 'chargeback', 'rückerstattet', 'erstattet', 'remboursé', 'remboursée', 'reembolsado', 'rimborsato'],
  failed: ['failed', 'wcfailed', 'denied', 'declined', 'paymenterror', 'fehlgeschlagen', 'échouée', 'fallido', 'fallito'],
  voided: ['voided'],
  unpaid: ['unpaid', 'notpaid', 'pendingpayment', 'awaitingpayment', 'awaitingcheckpayment', 'awaitingbankwirepayment', 'onbackordernotpaid',
    'expired', 'incomplete', 'checkoutdraft', 'wcpending', 'wconhold', 'wccheckoutdraft', 'zahlungausstehend'],
}

interface OrderExport {
  platform: string
  /** Columns that together no other export has. */
  marks: string[]
  /** Columns other than the usual ones. */
  columns?: Partial<ColumnNames>
  /** Words of states with a meaning of their own. */
  words?: Record<string, Left>
  /** A place where columns or words were read in November 2026. */
  source: string
}

/** The first whose marks a file has. */
const EXPORTS: OrderExport[] = [
  {
    platform: 'Shopify', // a webhook reports the name, the pixel the id
    marks: ['name', 'financialstatus'],
    columns: { order: ['name'], id: ['id'] },
    words: { pending: 'unpaid' },
    source: 'https://shopify.dev/docs/api/admin-graphql/2024-04/enums/orderdisplayfinancialstatus',
  },
  {
    platform: 'Squarespace',
    marks: ['orderid', 'financialstatus'],
    words: { pending: 'unpaid' },
    source: 'https://help.infinitecatalog.com/article/85-squarespace', // and a file of 2018 in a public repository's code
  },
  {
    platform: 'Wix',
    marks: ['contactemail', 'paymentstatus'],
    columns: { state: ['paymentstatus', 'fulfillmentstatus'] },
    words: { pending: 'unpaid' },
    source: 'https://github.com/MaxPayne89/spread_connect_client/tree/main/test', // files of December 2024
  },
  {
    platform: 'Advanced Order Export for WooCommerce',
    marks: ['orderstatus', 'ordertotalamount'],
    words: { onhold: 'unpaid', draft: 'unpaid' },
    source: 'https://github.com/lbryant-sss/wordpress-plugins/tree/HEAD/plugins/woo-order-export-lite/classes/core',
  },
  {
    platform: 'WooCommerce Analytics', // its net sales have neither tax nor shipping
    marks: ['order', 'customertype', 'itemssold'],
    columns: { amount: [] },
    words: { pending: 'unpaid', onhold: 'unpaid' },
    source:
      'https://github.com/woocommerce/woocommerce/blob/HEAD/plugins/woocommerce/src/Admin/API/Reports/Orders/Controller.php',
  },
  {
    platform: 'WooCommerce',
    marks: ['ordertotal', 'billingemail'],
    columns: { email: ['billingemail', 'customeremail'] },
    words: { pending: 'unpaid', onhold: 'unpaid' },
    source: 'https://woocommerce.com/document/import-and-export-of-woocommerce-orders/',
  },
  {
    platform: 'Magento',
    marks: ['purchasepoint', 'grandtotalpurchased'],
    columns: { amount: ['grandtotalpurchased'] },
    words: { closed: 'refunded', paymentreview: 'unpaid' },
    source:
      'https://github.com/magento/magento2/blob/HEAD/app/code/Magento/Sales/Setup/Patch/Data/InstallOrderStatusesAndInitialSalesConfig.php',
  },
  {
    platform: 'OpenCart', // its table oc_order; state 0 is a checkout that was never confirmed
    marks: ['orderstatusid', 'currencyvalue'],
    // biome-ignore format: one for each state
    words: {
      0: 'unpaid', 7: 'cancelled', 8: 'failed', 10: 'failed', 11: 'refunded', 12: 'refunded', 13: 'refunded', 14: 'unpaid', 16: 'voided',
    },
    source: 'https://github.com/Dimosfenn/category-wall-oc3/tree/HEAD/DB', // an unchanged installation of version 3
  },
  {
    platform: 'PrestaShop', // the customer sees the reference
    marks: ['reference', 'newclient'],
    columns: { order: ['reference'] },
    source: 'https://github.com/PrestaShop/PrestaShop/blob/HEAD/install-dev/langs/en/data/order_state.xml',
  },
]

const wordOf = new Map(Object.entries(WORDS).flatMap(([left, words]) => words.map((word) => [word, left as Left])))

/** @param names those of the file's columns */
export function findExport(names: string[]) {
  const known = EXPORTS.find(({ marks }) => marks.every((mark) => names.includes(mark)))
  return {
    columns: { ...USUAL, ...known?.columns },
    /** Reads the word of a state: why an order is left out; undefined: it counts. */
    toLeft: (word: string): Left | undefined => known?.words?.[word] ?? wordOf.get(word),
  }
}
