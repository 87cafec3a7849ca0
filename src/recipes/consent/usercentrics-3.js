{
  const hear = async () => {
    const cmp = window.__ucCmp
    if (!window.ringup?.consent || !(await cmp?.isInitialized())) return false
    const { consent, categories } = await cmp.getConsentDetails()
    if (categories.marketing.state === 'ALL_ACCEPTED') ringup.consent('granted')
    else if (consent.type === 'EXPLICIT') ringup.consent('denied')
  }
  for (const name of ['UC_UI_INITIALIZED', 'UC_UI_CMP_EVENT']) addEventListener(name, hear)
  ;(async function look(tries) {
    if ((await hear()) === false && tries) setTimeout(look, 500, tries - 1)
  })(20)
}
