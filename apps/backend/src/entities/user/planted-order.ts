import '../session/sessions';
