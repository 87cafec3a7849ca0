{
  const hear = () => {
    const services = window.UC_UI?.getServicesBaseInfo?.() ?? []
    if (!window.ringup?.consent || services.length === 0) return false
    const marketing = services.filter(({ categorySlug }) => categorySlug === 'marketing')
    const isAnswered = services.some(({ consent }) => consent.history?.some(({ type }) => type === 'explicit'))
    if (marketing.length > 0 && marketing.every(({ consent }) => consent.status)) ringup.consent('granted')
    else if (isAnswered) ringup.consent('denied')
  }
  for (const name of ['UC_UI_INITIALIZED', 'UC_UI_CMP_EVENT']) addEventListener(name, hear)
  ;(function look(tries) {
    if (hear() === false && tries) setTimeout(look, 500, tries - 1)
  })(20)
}
