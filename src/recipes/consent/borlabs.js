{
  const hear = () => {
    if (!window.ringup?.consent || !window.BorlabsCookie?.Consents) return false
    if (BorlabsCookie.Consents.hasConsent('ringup')) ringup.consent('granted')
    else if (document.cookie.includes('borlabs-cookie=')) ringup.consent('denied')
  }
  for (const name of ['borlabs-cookie-after-init', 'borlabs-cookie-consent-saved']) addEventListener(name, hear, true)
  ;(function look(tries) {
    if (hear() === false && tries) setTimeout(look, 500, tries - 1)
  })(20)
}
