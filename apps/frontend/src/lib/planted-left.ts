import '../i18n/planted-right';
