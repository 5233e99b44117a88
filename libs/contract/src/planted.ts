import '@gos/projections';
