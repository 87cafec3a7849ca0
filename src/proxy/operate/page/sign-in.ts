/** The form in which an operator types the token. */
import { html } from 'hono/html'

export const toSignIn = (isReadOnly: boolean, isWrong = false) => html`
<h1>Sign in</h1>
<section class="card">
  ${isWrong ? html`<p class="notice" data-tone="bad" role="alert">The token is wrong.</p>` : ''}
  ${
    isReadOnly
      ? html`<p>This page is read-only. Set RINGUP_ADMIN_TOKEN, and restart the proxy, to act on events here.</p>`
      : html`<form method="post" action="/sign-in" class="row sign-in"><label class="field">RINGUP_ADMIN_TOKEN<input name="token" type="password" required autocomplete="current-password"></label><button>Sign in</button></form>`
  }
</section>`
