import { useMemo } from 'react'
import type { OwnAccessRequest } from '../../contract/access-requests.ts'
import type { CompanyChoice, ModuleChoice } from '../../contract/access.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import { ShownRequests } from '../access-requests/shown-requests.tsx'
import classes from './access-page.module.css'
import { AccessStep } from './access-step.tsx'
import { ChoiceRow } from './choice-row.tsx'
import {
  canOpen,
  chosenOf,
  orderedCompanies,
  orderedModules,
  orderedServices,
  openDestinations,
} from './choices.ts'
import { Picture } from '../ui/picture.tsx'
import { ModuleRow } from './module-row.tsx'
import { OpeningModals } from './opening-modals.tsx'
import { OpenRequested } from './open-requested.tsx'
import { ModuleTiles } from './module-tiles.tsx'
import { useAccessChoice } from './use-access-choice.ts'
import { useFavourites } from './use-favourites.ts'
import { useOpenModule } from './use-open-module.ts'
import { useTiles } from './use-tiles.ts'

interface AccessStepsProps {
  token: string
  companies: readonly CompanyChoice[]
  /** The user's requests for access, shown below the steps. */
  requests: readonly OwnAccessRequest[]
}

/** The three steps side by side. Each step offers what the previous choice allows. */
export function AccessSteps({ token, companies: unordered, requests }: AccessStepsProps) {
  const { companyId, serviceId, chooseCompany, chooseService } = useAccessChoice()
  const opening = useOpenModule(token)
  const { setFavourite } = useFavourites(token)
  const tiles = useTiles(unordered, opening.lastSpid)
  const companies = useMemo(() => orderedCompanies(unordered), [unordered])
  // The only place is already selected below, and needs no tile.
  const hasTiles = openDestinations(unordered).length > 1
  const company = chosenOf(companies, companyId)
  const services = useMemo(() => orderedServices(company?.services ?? []), [company])
  const service = chosenOf(services, serviceId)
  const modules = useMemo(() => orderedModules(service?.modules ?? []), [service])

  const openModule = (module: ModuleChoice) => {
    if (company && service && canOpen(module)) {
      void opening.open({ company, serviceId: service.id, module })
    }
  }

  return (
    <>
      {hasTiles && (
        <ModuleTiles
          tiles={tiles}
          isOpening={({ destination, spid }) => opening.isOpening(destination, spid)}
          onOpen={({ destination, spid }) => void opening.open(destination, spid)}
          onFavourite={({ destination, spid }, favourite) =>
            setFavourite(destination, spid, favourite)
          }
        />
      )}
      <div className={classes['steps']}>
        <AccessStep
          number={1}
          title="Empresa"
          listLabel="Empresas"
          searchLabel="Buscar por nome ou CNPJ"
          items={companies}
          chosen={company}
          textOf={({ name, document }) => `${name} ${document} ${maskCnpj(document)}`}
          pictureOf={({ name, logo }) => <Picture key={logo} name={name} source={logo} />}
          onChoose={({ id }) => chooseCompany(id)}
        >
          {(item, row) => (
            <ChoiceRow
              {...row}
              name={item.name}
              detail={maskCnpj(item.document)}
              logo={item.logo}
            />
          )}
        </AccessStep>
        <AccessStep
          key={`service-of-${company?.id}`}
          number={2}
          title="Serviço"
          listLabel="Serviços"
          searchLabel="Buscar serviço"
          waitingFor={company ? null : 'Escolha uma empresa para ver os serviços.'}
          items={services}
          chosen={service}
          textOf={({ name }) => name}
          onChoose={({ id }) => company && chooseService(company.id, id)}
        >
          {(item, row) => (
            <ChoiceRow
              {...row}
              name={item.name}
              detail={item.modules.length === 1 ? '1 módulo' : `${item.modules.length} módulos`}
            />
          )}
        </AccessStep>
        <AccessStep
          key={`module-of-${company?.id}-${service?.id}`}
          number={3}
          title="Módulo"
          listLabel="Módulos"
          searchLabel="Buscar módulo"
          waitingFor={service ? null : 'Escolha um serviço para ver os módulos.'}
          items={modules}
          chosen={null}
          textOf={({ name }) => name}
          onChoose={openModule}
        >
          {(item, row) => (
            <ModuleRow
              {...row}
              module={item}
              single={modules.length === 1}
              opening={company !== null && opening.isOpening({ company, module: item })}
              onFavourite={
                hasTiles && company && canOpen(item)
                  ? (favourite) => setFavourite({ company, module: item }, undefined, favourite)
                  : undefined
              }
            />
          )}
        </AccessStep>
      </div>
      <ShownRequests
        token={token}
        requests={requests}
        renderOpen={(request) => (
          <OpenRequested request={request} companies={companies} opening={opening} />
        )}
      />
      <OpeningModals opening={opening} />
    </>
  )
}
