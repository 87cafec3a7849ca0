/** The shop's pictures as SVG. Their colours are in the style sheet, which has a light and a dark set. */
import { html, raw } from 'hono/html'

export type Picture = 'mug' | 'tin' | 'teapot' | 'bag' | 'scoop' | 'filters'

const drawings: Record<Picture, string> = {
  mug: `
    <path class="steam" d="M84 46c-8-9 8-14 0-24M102 46c-8-9 8-14 0-24"/>
    <path class="line" d="M124 78c26-3 29 38-3 38"/>
    <path class="clay" d="M58 62h70v58c0 14-10 22-22 22H80c-12 0-22-8-22-22z"/>
    <path class="glaze" d="M58 62h70v26c-8 10-14-2-22 5s-16 9-24 0-16 6-24-3z"/>
    <ellipse class="tea" cx="93" cy="62" rx="35" ry="7"/>`,
  tin: `
    <path class="glaze" d="M62 48h76v94c0 5-76 5-76 0z"/>
    <ellipse class="dark" cx="100" cy="48" rx="38" ry="8"/>
    <path class="dark" d="M66 34h68v14c0 5-68 5-68 0z"/>
    <ellipse class="line" cx="100" cy="34" rx="34" ry="7"/>
    <path class="clay" d="M70 76h60v42H70z"/>
    <path class="line" d="M100 110c-2-10 4-18 14-22 0 12-4 20-14 22zm0 0c0-8-4-14-12-17 0 9 4 15 12 17z"/>`,
  teapot: `
    <path class="line" d="M68 76c-30-6-34 44 2 44" />
    <path class="glaze" d="M132 98c12 0 14-22 30-26-2 20-8 42-34 44z"/>
    <path class="clay" d="M62 96c0-24 18-36 40-36s40 12 40 36-14 44-40 44-40-20-40-44z"/>
    <path class="glaze" d="M62 96c0-24 18-36 40-36s40 12 40 36c-12 8-18-4-28 2s-18 8-26 0-14 4-26-2z"/>
    <path class="dark" d="M80 62c2-8 42-8 44 0z"/>
    <circle class="dark" cx="102" cy="50" r="6"/>`,
  bag: `
    <path class="clay" d="M66 44h68l6 96c0 4-80 4-80 0z"/>
    <path class="dark" d="M66 44h68l1 14H65z"/>
    <path class="glaze" d="M76 76h48v40H76z"/>
    <path class="steam" d="M100 110c-3-12 5-20 15-24 0 13-5 22-15 24zm0 0c0-8-5-15-13-18 0 10 5 16 13 18z"/>`,
  scoop: `
    <path class="glaze" d="M46 122c-4-16 8-32 24-34l14 18c0 16-20 30-38 16z"/>
    <path class="line" d="M78 96l70-56"/>
    <path class="dark" d="M52 116c4-10 14-16 26-14-2 14-14 22-26 14z"/>
    <circle class="clay" cx="148" cy="40" r="5"/>`,
  filters: `
    <path class="dark" d="M104 50l46 12-24 74c-14 2-28-2-40-10z"/>
    <path class="glaze" d="M82 44h50l-4 88c-14 8-28 8-42 0z"/>
    <path class="clay" d="M56 56l50-8 4 88c-12 9-28 12-42 6z"/>
    <path class="line" d="M62 74l44-7"/>`,
}

/** Draws a picture for decoration. The product's name is always next to it. */
export const toPicture = (picture: Picture) =>
  html`<svg class="picture" viewBox="0 0 200 168" aria-hidden="true" focusable="false">${raw(drawings[picture])}</svg>`
