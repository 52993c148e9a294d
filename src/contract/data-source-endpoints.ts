import { dataSource, dataSourceChange, dataSourceList, itemPage, itemQuery, newDataSource } from './data-sources.ts'
import {
  adminCreateDefaults,
  adminDeleteDefaults,
  adminUpdateDefaults,
  type Endpoint,
  memberReadDefaults,
} from './endpoint.ts'
import { idPath } from './text.ts'

const notFound = {
  404: 'The data source does not exist, or the caller cannot see it.',
} as const satisfies Endpoint['errorDescriptions']

/** Data sources and their items. */
export const dataSourceEndpoints = {
  listDataSources: {
    ...memberReadDefaults,
    operationId: 'listDataSources',
    path: '/data-sources',
    summary: 'List data sources',
    response: dataSourceList,
  },
  createDataSource: {
    ...adminCreateDefaults,
    operationId: 'createDataSource',
    path: '/data-sources',
    summary: 'Create a data source; its id is the rootId',
    body: newDataSource,
    response: dataSource,
    errorDescriptions: { 409: 'A data source with this id already exists.' },
  },
  changeDataSource: {
    ...adminUpdateDefaults,
    operationId: 'changeDataSource',
    path: '/data-sources/{id}',
    summary: 'Rename a data source, or change who reads and writes it',
    params: idPath,
    body: dataSourceChange,
    response: dataSource,
    errorDescriptions: notFound,
  },
  deleteDataSource: {
    ...adminDeleteDefaults,
    operationId: 'deleteDataSource',
    path: '/data-sources/{id}',
    summary: 'Delete a data source with all its items',
    params: idPath,
    errorDescriptions: notFound,
  },
  listItems: {
    ...memberReadDefaults,
    operationId: 'listDataSourceItems',
    path: '/data-sources/{id}/items',
    summary: 'List the items of a data source, newest first',
    params: idPath,
    query: itemQuery,
    response: itemPage,
    errorDescriptions: notFound,
  },
} as const satisfies Record<string, Endpoint>
